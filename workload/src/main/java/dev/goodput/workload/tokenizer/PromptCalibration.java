package dev.goodput.workload.tokenizer;

import dev.goodput.workload.tokenizer.PromptCalibration.Sample;
import java.util.List;

/// The cost of one word of generated text on a server, learned from the usage that the server
/// reports, for runs without a tokenizer.
///
/// @param tokensPerWord tokens of one word with its share of punctuation
/// @param overheadTokens tokens that the server adds to every prompt: chat template and special
///   tokens
public record PromptCalibration(double tokensPerWord, int overheadTokens) {
  /// The value before anything is known: our generated text in `o200k_base`, and a short chat
  /// template.
  public static final PromptCalibration DEFAULT = new PromptCalibration(1.18, 8);

  /// Requires a positive cost and no negative overhead.
  public PromptCalibration {
    if (!(tokensPerWord > 0) || Double.isInfinite(tokensPerWord) || overheadTokens < 0) {
      throw new IllegalArgumentException(
          "tokens per word " + tokensPerWord + ", overhead " + overheadTokens);
    }
  }

  /// One prompt of generated text and the prompt tokens that the server reported for it.
  ///
  /// @param words words sent
  /// @param promptTokens `usage.prompt_tokens`
  public record Sample(int words, int promptTokens) {}

  /// Returns the least-squares line through the samples. With samples of only one length the
  /// default overhead is kept. Without samples, or if they are inconsistent (more words, fewer
  /// tokens), returns the default.
  public static PromptCalibration learn(List<Sample> samples) {
    return CalibrationFit.fit(samples);
  }

  /// The least-squares fit for [PromptCalibration#learn].
  private static final class CalibrationFit {
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
}
