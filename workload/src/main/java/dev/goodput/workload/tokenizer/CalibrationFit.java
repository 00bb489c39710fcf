package dev.goodput.workload.tokenizer;

import dev.goodput.workload.tokenizer.PromptCalibration.Sample;
import java.util.List;

/// The least-squares fit for [PromptCalibration#learn].
final class CalibrationFit {
  private CalibrationFit() {}

  static PromptCalibration fit(List<Sample> samples) {
    if (samples.isEmpty()) {
      return PromptCalibration.DEFAULT;
    }
    double meanWords = samples.stream().mapToInt(Sample::words).average().orElseThrow();
    double meanTokens = samples.stream().mapToInt(Sample::promptTokens).average().orElseThrow();
    double square = 0;
    double product = 0;
    for (Sample sample : samples) {
      double words = sample.words() - meanWords;
      square += words * words;
      product += words * (sample.promptTokens() - meanTokens);
    }
    return square == 0
        ? level(meanWords, meanTokens)
        : line(product / square, meanWords, meanTokens);
  }

  /// All samples have one length: the overhead stays a guess.
  private static PromptCalibration level(double words, double tokens) {
    int overhead = PromptCalibration.DEFAULT.overheadTokens();
    return words > 0 && tokens > overhead
        ? new PromptCalibration((tokens - overhead) / words, overhead)
        : PromptCalibration.DEFAULT;
  }

  private static PromptCalibration line(double slope, double meanWords, double meanTokens) {
    if (slope <= 0) {
      return PromptCalibration.DEFAULT;
    }
    long overhead = Math.round(meanTokens - slope * meanWords);
    return new PromptCalibration(slope, (int) Math.max(0, overhead));
  }
}
