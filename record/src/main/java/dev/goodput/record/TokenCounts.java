package dev.goodput.record;

/// Token counts of one exchange by source; [#UNKNOWN] where a source gave none.
///
/// @param usageInput prompt tokens the server named
/// @param usageOutput output tokens the server named, hidden reasoning included
/// @param usageReasoning reasoning tokens the server named
/// @param usageCachedInput prompt tokens the server took from a cache
/// @param usageRejectedDraft draft tokens the server rejected
/// @param tokenizerInput prompt tokens counted with our tokenizer
/// @param tokenizerOutput output tokens counted with our tokenizer, over the whole text
public record TokenCounts(
    int usageInput,
    int usageOutput,
    int usageReasoning,
    int usageCachedInput,
    int usageRejectedDraft,
    int tokenizerInput,
    int tokenizerOutput) {

  /// Stands for a count that no source gave.
  public static final int UNKNOWN = -1;

  /// Nothing known but the chunks themselves.
  public static final TokenCounts NONE =
      new TokenCounts(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);

  /// Counts named by the server's usage alone.
  public static TokenCounts ofUsage(
      int input, int output, int reasoning, int cachedInput, int rejectedDraft) {
    return new TokenCounts(input, output, reasoning, cachedInput, rejectedDraft, UNKNOWN, UNKNOWN);
  }

  /// Output tokens that the server named; [#UNKNOWN] where it named none, or 0 beside content,
  /// which no count can be.
  ///
  /// @param contentEvents how many the answer had
  public int namedOutput(int contentEvents) {
    return usageOutput == 0 && contentEvents > 0 ? UNKNOWN : usageOutput;
  }

  /// The same with the tokenizer's counts beside it.
  public TokenCounts withTokenizer(int input, int output) {
    return new TokenCounts(
        usageInput,
        usageOutput,
        usageReasoning,
        usageCachedInput,
        usageRejectedDraft,
        input,
        output);
  }
}
