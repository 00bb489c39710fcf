package dev.goodput.report;

import dev.goodput.metrics.ClientHealth;
import dev.goodput.metrics.LevelResult;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Which level speaks for a run of several.
final class BestLevel {
  private BestLevel() {}

  static Optional<LevelResult> of(List<LevelResult> levels) {
    Comparator<LevelResult> byUse =
        Comparator.<LevelResult, Boolean>comparing(level -> level.requests().ok() > 0)
            .thenComparing(BestLevel::believable)
            .thenComparingInt(BestLevel::standing)
            .thenComparing(LevelResult::whole)
            .thenComparingDouble(BestLevel::merit);
    return levels.stream().max(byUse);
  }

  /// Whether a level can be called the best: its client can be believed, and it was what was asked
  /// for.
  static boolean deserved(LevelResult level) {
    return believable(level) && level.whole();
  }

  private static boolean believable(LevelResult level) {
    return level.client().verdict() != ClientHealth.Verdict.CLIENT_BOUND;
  }

  // Who was judged comes before who was not: nothing is known of that level. And who is all that
  // was asked for before who is a part of it, as the run meets its SLO by those.
  private static int standing(LevelResult level) {
    if (level.sloMet() == null) {
      return 0;
    }
    return (level.whole() ? 3 : 1) + (level.sloMet() ? 1 : 0);
  }

  // Among levels that meet the SLO more output is better; among those that miss it, fewer unhappy
  // users are.
  private static double merit(LevelResult level) {
    if (Boolean.FALSE.equals(level.sloMet())) {
      Double attainment = level.goodput() == null ? null : level.goodput().attainment();
      return attainment == null ? -1 : attainment;
    }
    Double output = level.rates().outputTps();
    return output == null ? -1 : output;
  }
}
