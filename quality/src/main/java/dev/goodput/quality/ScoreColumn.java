package dev.goodput.quality;

/// One score of each answer, and of all together.
///
/// @param key the name in JSON and CSV, for example `rougeLsum`
/// @param label the name for people, for example `ROUGE-Lsum`
/// @param best the highest score: 1 or 100
/// @param answer the definition for one answer
/// @param corpus the definition for the sum of all; it takes the same statistics
public record ScoreColumn(
    String key, String label, int best, CorpusMetric answer, CorpusMetric corpus) {
  static ScoreColumn share(String key, String label, MeanScore.AnswerScore score) {
    MeanScore mean = new MeanScore(score);
    return new ScoreColumn(key, label, 1, mean, mean);
  }

  /// Returns whether the score of all answers is the mean of their scores.
  public boolean isMean() {
    return corpus instanceof MeanScore;
  }
}
