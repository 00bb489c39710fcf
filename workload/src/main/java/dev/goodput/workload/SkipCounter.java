package dev.goodput.workload;

import dev.goodput.workload.input.WorkloadException;

/// A filter that skips requests that cannot fit the model, counts them, and keeps an example.
final class SkipCounter {
  private final int maxModelLen;
  private long count;
  private String example = "";

  /// Creates a filter for the most tokens of prompt and response, 0 for no limit.
  SkipCounter(int maxModelLen) {
    this.maxModelLen = maxModelLen;
  }

  /// Returns whether a prompt and its response fit; an unbounded response needs room for one token.
  ///
  /// @param turns number of requests that are skipped if they do not fit: the whole session
  boolean accepts(long promptTokens, int outputTokens, String label, int turns) {
    long needed = promptTokens + Math.max(1, outputTokens);
    if (maxModelLen <= 0 || needed <= maxModelLen) {
      return true;
    }
    if (count == 0) {
      example = "%s: %,d + %,d tokens".formatted(label, promptTokens, Math.max(1, outputTokens));
    }
    count += turns;
    return false;
  }

  SkippedRequests skipped() {
    return count == 0 ? SkippedRequests.NONE : new SkippedRequests(count, reason(), example);
  }

  private String reason() {
    return "prompt and answer do not fit the model's %,d tokens".formatted(maxModelLen);
  }

  /// Called at the end of a workload: something must have been sent, unless the workload was empty.
  void requireAny(long requested) {
    if (requested == 0 && count > 0) {
      throw nothingFits();
    }
  }

  /// Returns the exception for a workload without a single usable session.
  WorkloadException nothingFits() {
    return new WorkloadException.Unusable(
        "no request fits the model's %,d tokens (%s). Use shorter --input-tokens or --output-tokens, or another workload"
            .formatted(maxModelLen, example));
  }
}
