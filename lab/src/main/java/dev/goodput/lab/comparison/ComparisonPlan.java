package dev.goodput.lab.comparison;

import dev.goodput.load.LevelPlan;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.comparison.ComparisonStages;
import dev.goodput.metrics.comparison.GateRule;

/// The plan of a comparison: what is compared, and for how long.
///
/// A run is long enough if it holds a warm-up of five mean residence times and then 20 requests for
/// each request in flight: half a minute to some minutes. Shorter runs are judged too, and reported
/// as short.
///
/// @param level the load of each run
/// @param pairs runs of each side, at least [GateRule#MIN_RUNS]
/// @param confirm whether a regression is confirmed by as many new pairs
/// @param rule the rule that judges B
/// @param analysis how each run's records are analysed: its SLO for goodput and attainment, its
///   warm-up
/// @param oneServer whether both sides lead to one server, whose cache would know the prompts of
///   the side that ran first; prompts then start differently in each run
public record ComparisonPlan(
    LevelPlan level,
    int pairs,
    boolean confirm,
    GateRule rule,
    AnalysisOptions analysis,
    boolean oneServer) {
  /// Creates a plan for two servers.
  public ComparisonPlan(
      LevelPlan level, int pairs, boolean confirm, GateRule rule, AnalysisOptions analysis) {
    this(level, pairs, confirm, rule, analysis, false);
  }

  /// Checks the number of pairs.
  public ComparisonPlan {
    if (pairs < GateRule.MIN_RUNS) {
      throw new IllegalArgumentException(
          "a comparison takes at least %d pairs, found %d".formatted(GateRule.MIN_RUNS, pairs));
    }
  }

  /// Returns the most pairs that are run in a stage. Void pairs are repeated with new seeds, but
  /// not for ever.
  int maxPairs() {
    return pairs + Math.max(2, pairs / 2);
  }

  /// Returns what is declared before anything is measured.
  public ComparisonStages stages() {
    return new ComparisonStages(pairs, confirm, rule);
  }

  /// Returns how many runs of both sides the comparison takes if none is void.
  ///
  /// @param confirmed whether new pairs are included
  public int runs(boolean confirmed) {
    return (confirmed ? 4 : 2) * pairs;
  }
}
