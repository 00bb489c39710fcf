package dev.goodput.workload;

import dev.goodput.workload.input.WorkloadException;

/// Leaves out what cannot fit the model, counts it, and keeps an example.
final class SkipCounter {
  private final int maxModelLen;
  private long count;
  private String example = "";

  /// With the most tokens of prompt and answer, 0 for no limit.
  SkipCounter(int maxModelLen) {
    this.maxModelLen = maxModelLen;
  }

  /// Whether a prompt and its answer fit; an unbounded answer needs room for one token.
  ///
  /// @param turns requests that are left out where they do not: all of the session
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

  Skipped skipped() {
    return count == 0 ? Skipped.NONE : new Skipped(count, reason(), example);
  }

  private String reason() {
    return "prompt and answer do not fit the model's %,d tokens".formatted(maxModelLen);
  }

  /// Where a workload ends: something of it must have been asked, unless there was nothing.
  void requireAny(long asked) {
    if (asked == 0 && count > 0) {
      throw nothingFits();
    }
  }

  /// When everything was left out.
  WorkloadException nothingFits() {
    return new WorkloadException.Unusable(
        "no request fits the model's %,d tokens (%s). Use shorter --input-tokens or --output-tokens, or another workload"
            .formatted(maxModelLen, example));
  }
}
