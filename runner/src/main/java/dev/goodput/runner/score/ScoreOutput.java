package dev.goodput.runner.score;

import dev.goodput.quality.Scorer;
import org.jspecify.annotations.Nullable;

/// Where the scores of a file go.
sealed interface ScoreOutput permits ScoreJson, ScoreText {
  /// Takes the scores of one text.
  void add(ScoredPair pair, double[] scores);

  /// Takes the scores of all.
  ///
  /// @param judged the verdicts of a judge; null if there is none
  void end(Scorer all, @Nullable JudgedPairs judged);
}
