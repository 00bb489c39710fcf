package dev.goodput.metrics;

import dev.goodput.record.RequestRecord;
import dev.goodput.record.TokenCounts;
import org.jspecify.annotations.Nullable;

/// Asked against reported lengths of the sample's `ok` requests.
final class LengthTally {
  private long inputs;
  private double inputAsked;
  private double inputReported;
  private long outputs;
  private double outputAsked;
  private double outputReported;

  void add(RequestRecord request) {
    TokenCounts counts = request.tokens();
    boolean inputKnown = counts.usageInput() > 0 || counts.tokenizerInput() >= 0;
    if (request.asked().inputTokens() > 0 && inputKnown) {
      inputs++;
      inputAsked += request.asked().inputTokens();
      inputReported += request.inputTokens();
    }
    if (request.asked().outputTokens() > 0) {
      outputs++;
      outputAsked += request.asked().outputTokens();
      outputReported += request.outputTokens();
    }
  }

  LevelResult.Lengths build() {
    return new LevelResult.Lengths(
        mean(inputAsked, inputs),
        mean(inputReported, inputs),
        mean(outputAsked, outputs),
        mean(outputReported, outputs));
  }

  private static @Nullable Double mean(double sum, long count) {
    return count == 0 ? null : sum / count;
  }
}
