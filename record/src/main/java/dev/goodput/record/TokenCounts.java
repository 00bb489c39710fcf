package dev.goodput.record;

/// The token counts of one exchange by source; [#UNKNOWN] if a source gave none.
///
/// @param usageInput prompt tokens in the server's usage
/// @param usageOutput output tokens in the server's usage, hidden reasoning included
/// @param usageReasoning reasoning tokens in the server's usage
/// @param usageCachedInput prompt tokens that the server took from a cache
/// @param usageRejectedDraft draft tokens that the server rejected
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

  /// The value of a count that no source gave.
  public static final int UNKNOWN = -1;

  /// No counts from any source.
  public static final TokenCounts NONE =
      new TokenCounts(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);

  /// Returns counts from the server's usage alone.
  public static TokenCounts ofUsage(
      int input, int output, int reasoning, int cachedInput, int rejectedDraft) {
    return new TokenCounts(input, output, reasoning, cachedInput, rejectedDraft, UNKNOWN, UNKNOWN);
  }

  /// Returns the output tokens in the server's usage; [#UNKNOWN] if it has none, or has 0 although
  /// content arrived, which cannot be right.
  ///
  /// @param contentEvents number of content events of the response
  public int reportedOutput(int contentEvents) {
    return usageOutput == 0 && contentEvents > 0 ? UNKNOWN : usageOutput;
  }

  /// Returns the same counts with those of the tokenizer.
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
