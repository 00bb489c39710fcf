package dev.goodput.metrics.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a whole run showed.
///
/// @param levels one per load level, in order
/// @param slo the verdict on the SLO; null without one
/// @param client the client's health: the worst of the levels'
/// @param faults contradictions in our own accounting, one line each; a run with any ends with the
///   exit code of an internal fault
/// @param repeats the pooled result of the levels, absent if they are not runs of one load
public record RunResult(
    List<LevelResult> levels,
    @Nullable SloResult slo,
    ClientHealth client,
    List<String> faults,
    @Nullable Repeats repeats) {
  /// Copies the lists.
  public RunResult {
    levels = List.copyOf(levels);
    faults = List.copyOf(faults);
  }

  /// Returns whether the run meets its SLO, as far as it can be claimed: unknown also if it does,
  /// but only by levels in which some users never had a turn ([LevelResult#sloSettled()]).
  public @Nullable Boolean sloSettled() {
    Boolean met = slo == null ? null : slo.met();
    boolean settled =
        repeats == null
            ? levels.stream().anyMatch(level -> Boolean.TRUE.equals(level.sloSettled()))
            : levels.stream().anyMatch(Repeats::counts)
                || levels.stream().allMatch(level -> level.usersWithoutTurn() == 0);
    return (Boolean.TRUE.equals(met) && !settled) ? null : met;
  }

  /// Share of failures among the requests of all levels, warm-up and drain included, as
  /// `--max-error-rate` judges it. 0 where there were none at all.
  public double errorRate() {
    long failed = levels.stream().mapToLong(level -> level.totals().failed()).sum();
    long judged = levels.stream().mapToLong(level -> level.totals().judged()).sum();
    return judged == 0 ? 0 : (double) failed / judged;
  }
}
