package dev.goodput.metrics.result;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The combined result of levels that repeat one load. The sample is the `ok` requests that start
/// in the window of their level.
///
/// @param runs levels that count
/// @param excluded levels that do not count, in their order
/// @param confidence of every interval, .95
/// @param latencies the latencies that each counted run has; empty if fewer than
///   [dev.goodput.metrics.interval.QuantileInterval#MIN_RUNS] runs count
/// @param lacking latencies that only some of those runs have, so that they get no interval
/// @param shortRuns counted runs that are short ([LevelResult#isShort]): the coverage of intervals
///   between such runs is unknown
/// @param slo the result of all their arrivals; null without an SLO
public record Repeats(
    int runs,
    List<Excluded> excluded,
    double confidence,
    List<RepeatedLatency> latencies,
    List<RepeatedLatency.Kind> lacking,
    int shortRuns,
    @Nullable PooledSlo slo) {
  /// Copies the lists.
  public Repeats {
    excluded = List.copyOf(excluded);
    latencies = List.copyOf(latencies);
    lacking = List.copyOf(lacking);
  }

  /// A run that does not count.
  ///
  /// @param level from 0
  /// @param why the reason
  public record Excluded(int level, Reason why) {}

  /// Why a run does not count.
  public enum Reason {
    /// It ended before its plan was over, or some of its users sent no request.
    CUT_SHORT,
    /// The client was the bottleneck.
    CLIENT_BOUND
  }

  /// Returns whether a run counts.
  public static boolean counts(LevelResult level) {
    return excluded(level).isEmpty();
  }

  /// Returns why a run does not count; empty if it does.
  public static Optional<Excluded> excluded(LevelResult level) {
    if (!level.whole()) {
      return Optional.of(new Excluded(level.level(), Reason.CUT_SHORT));
    }
    return level.client().verdict() == ClientHealth.Verdict.CLIENT_BOUND
        ? Optional.of(new Excluded(level.level(), Reason.CLIENT_BOUND))
        : Optional.empty();
  }
}
