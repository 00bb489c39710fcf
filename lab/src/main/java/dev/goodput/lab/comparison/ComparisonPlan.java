package dev.goodput.lab.comparison;

import dev.goodput.load.LevelPlan;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.comparison.GateRule;
import dev.goodput.metrics.comparison.Stages;

/// What is compared, and how long.
///
/// A run is long enough that holds five mean residence times of warm-up and then 20 requests for
/// each in flight: half a minute to some minutes. Shorter ones are judged too, and said to be
/// short.
///
/// @param level the load of each run
/// @param pairs runs of each side, at least [GateRule#LEAST_RUNS]
/// @param confirm whether what looks regressed is asked again by as many fresh pairs
/// @param rule by which B is judged
/// @param analysis how each run's records are judged; its SLO for goodput and attainment, its
///   warm-up
/// @param oneServer whether both sides lead to one server, whose cache would know the prompts of
///   the side that was asked first: prompts then begin otherwise in each run
public record ComparisonPlan(
    LevelPlan level,
    int pairs,
    boolean confirm,
    GateRule rule,
    AnalysisOptions analysis,
    boolean oneServer) {
  /// Of two servers.
  public ComparisonPlan(
      LevelPlan level, int pairs, boolean confirm, GateRule rule, AnalysisOptions analysis) {
    this(level, pairs, confirm, rule, analysis, false);
  }

  /// Checks the number of pairs.
  public ComparisonPlan {
    if (pairs < GateRule.LEAST_RUNS) {
      throw new IllegalArgumentException(
          "a comparison takes at least %d pairs, found %d".formatted(GateRule.LEAST_RUNS, pairs));
    }
  }

  /// Pairs that are asked at most in a stage: void ones are asked again with fresh seeds, but not
  /// for ever.
  int mostPairs() {
    return pairs + Math.max(2, pairs / 2);
  }

  /// What is declared before anything is measured.
  public Stages stages() {
    return new Stages(pairs, confirm, rule);
  }

  /// Runs that it takes, of both sides, where none is void.
  ///
  /// @param confirmed with fresh pairs
  public int runs(boolean confirmed) {
    return (confirmed ? 4 : 2) * pairs;
  }
}
