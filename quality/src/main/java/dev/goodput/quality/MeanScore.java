package dev.goodput.quality;

import java.util.List;

/// The mean of a score that each answer has by itself.
///
/// @param each the score of one answer
public record MeanScore(AnswerScore each) implements CorpusMetric {
  /// A score of one answer, for example 1 if it is right and 0 if not.
  @FunctionalInterface
  public interface AnswerScore {
    /// Returns the score of an answer against at least one reference.
    double of(String answer, List<String> references);
  }

  @Override
  public double[] statistics(String answer, List<String> references) {
    return new double[] {each.of(answer, references), 1};
  }

  @Override
  public double score(double[] statistics) {
    return statistics[1] == 0 ? 0 : statistics[0] / statistics[1];
  }
}
