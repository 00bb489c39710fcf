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
/// @param priced further counts in the server's usage that have prices of their own
public record TokenCounts(
    int usageInput,
    int usageOutput,
    int usageReasoning,
    int usageCachedInput,
    int usageRejectedDraft,
    int tokenizerInput,
    int tokenizerOutput,
    Priced priced) {

  /// The value of a count that no source gave.
  public static final int UNKNOWN = -1;

  /// Counts in the server's usage that only prices need; [#UNKNOWN] if the server gave none.
  ///
  /// @param cacheWrite5m prompt tokens written to a cache that lasts five minutes, or as long as
  ///   the server's only cache lasts
  /// @param cacheWrite1h prompt tokens written to a cache that lasts an hour
  /// @param audioInput prompt tokens of audio that were not read from a cache
  /// @param audioOutput output tokens of audio
  /// @param unlisted tokens of the total that are neither prompt nor output tokens: hidden
  ///   reasoning of some servers
  public record Priced(
      int cacheWrite5m, int cacheWrite1h, int audioInput, int audioOutput, int unlisted) {
    /// No counts.
    public static final Priced NONE = new Priced(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);
  }

  /// No counts from any source.
  public static final TokenCounts NONE =
      new TokenCounts(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);

  /// Counts without those that only prices need.
  public TokenCounts(
      int usageInput,
      int usageOutput,
      int usageReasoning,
      int usageCachedInput,
      int usageRejectedDraft,
      int tokenizerInput,
      int tokenizerOutput) {
    this(
        usageInput,
        usageOutput,
        usageReasoning,
        usageCachedInput,
        usageRejectedDraft,
        tokenizerInput,
        tokenizerOutput,
        Priced.NONE);
  }

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
        output,
        priced);
  }

  /// Returns the same counts with those that only prices need.
  public TokenCounts with(Priced other) {
    return new TokenCounts(
        usageInput,
        usageOutput,
        usageReasoning,
        usageCachedInput,
        usageRejectedDraft,
        tokenizerInput,
        tokenizerOutput,
        other);
  }
}
