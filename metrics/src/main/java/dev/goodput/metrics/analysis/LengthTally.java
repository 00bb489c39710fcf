package dev.goodput.metrics.analysis;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.TokenCounts;
import org.jspecify.annotations.Nullable;

/// Asked against reported lengths of the sample's `ok` requests; of traffic that a gateway saw the
/// reported ones alone, as a limit that a user names is no length that is asked for.
final class LengthTally {
  private final boolean observed;
  private long inputs;
  private double inputAsked;
  private double inputReported;
  private long outputs;
  private double outputAsked;
  private double outputReported;

  LengthTally(boolean observed) {
    this.observed = observed;
  }

  void add(RequestRecord request) {
    TokenCounts counts = request.tokens();
    boolean inputKnown = counts.usageInput() > 0 || counts.tokenizerInput() >= 0;
    if (inputKnown && (observed || request.asked().inputTokens() > 0)) {
      inputs++;
      inputAsked += request.asked().inputTokens();
      inputReported += request.inputTokens();
    }
    if (observed || request.asked().outputTokens() > 0) {
      outputs++;
      outputAsked += request.asked().outputTokens();
      outputReported += request.outputTokens();
    }
  }

  LevelResult.Lengths build() {
    return new LevelResult.Lengths(
        observed ? null : mean(inputAsked, inputs),
        mean(inputReported, inputs),
        observed ? null : mean(outputAsked, outputs),
        mean(outputReported, outputs));
  }

  private static @Nullable Double mean(double sum, long count) {
    return count == 0 ? null : sum / count;
  }
}
