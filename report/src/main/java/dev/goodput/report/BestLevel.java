package dev.goodput.report;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Repeats;
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

  /// Of runs of one load that count the one in the middle, of two the worse: by attainment, else by
  /// the slow end of the first word, or of the answer.
  static Optional<LevelResult> middle(List<LevelResult> levels) {
    List<LevelResult> counted =
        levels.stream()
            .filter(level -> Repeats.counts(level) && level.requests().ok() > 0)
            .sorted(Comparator.comparingDouble(BestLevel::badness))
            .toList();
    return counted.isEmpty() ? of(levels) : Optional.of(counted.get(counted.size() / 2));
  }

  private static double badness(LevelResult level) {
    Double attainment = level.goodput() == null ? null : level.goodput().attainment();
    if (attainment != null) {
      return 1 - attainment;
    }
    Distribution first = level.latencies().ttft();
    Distribution latency = first == null ? level.latencies().e2el() : first;
    Double slow = latency == null ? null : latency.p95OrMax();
    return slow == null ? 0 : slow;
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
