package dev.goodput.quality;

import java.util.List;

/// A score of a corpus that is computed from sums of per-answer statistics.
///
/// The score of a corpus is not the mean of the scores of its answers: add up the statistics of all
/// answers, then compute the score of the sum.
public sealed interface CorpusMetric permits Bleu, Chrf, MeanScore {
  /// Returns the statistics of one answer.
  ///
  /// @param answer the text to score
  /// @param references at least one text that would be right
  double[] statistics(String answer, List<String> references);

  /// Returns the score of one answer's statistics, or of the sum of many.
  double score(double[] statistics);

  /// Returns the score of one answer.
  default double score(String answer, List<String> references) {
    return score(statistics(answer, references));
  }
}
