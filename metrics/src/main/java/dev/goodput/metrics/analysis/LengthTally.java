package dev.goodput.metrics.analysis;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.TokenCounts;
import org.jspecify.annotations.Nullable;

/// Requested and reported lengths of the sample's `ok` requests. For gateway traffic only the
/// reported ones, because a limit set by a user is not a requested length.
final class LengthTally {
  private final boolean observed;
  private long inputs;
  private double inputRequested;
  private double inputReported;
  private long outputs;
  private double outputRequested;
  private double outputReported;

  LengthTally(boolean observed) {
    this.observed = observed;
  }

  void add(RequestRecord request) {
    TokenCounts counts = request.tokens();
    boolean inputKnown = counts.usageInput() > 0 || counts.tokenizerInput() >= 0;
    if (inputKnown && (observed || request.requested().inputTokens() > 0)) {
      inputs++;
      inputRequested += request.requested().inputTokens();
      inputReported += request.inputTokens();
    }
    if (observed || request.requested().outputTokens() > 0) {
      outputs++;
      outputRequested += request.requested().outputTokens();
      outputReported += request.outputTokens();
    }
  }

  LevelResult.Lengths build() {
    return new LevelResult.Lengths(
        observed ? null : mean(inputRequested, inputs),
        mean(inputReported, inputs),
        observed ? null : mean(outputRequested, outputs),
        mean(outputReported, outputs));
  }

  private static @Nullable Double mean(double sum, long count) {
    return count == 0 ? null : sum / count;
  }
}
