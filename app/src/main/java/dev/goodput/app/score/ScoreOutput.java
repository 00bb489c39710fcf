package dev.goodput.app.score;

import dev.goodput.quality.Scorer;

/// Where the scores of a file go.
sealed interface ScoreOutput permits ScoreJson, ScoreText {
  /// Takes the scores of one text.
  void add(ScoredPair pair, double[] scores);

  /// Takes the scores of all.
  void end(Scorer all);
}
