package dev.goodput.metrics.result;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What levels that repeat one load come to together. The sample is theirs: `ok` requests whose
/// start lies in their level's window.
///
/// @param runs levels that count
/// @param excluded levels that do not, in their order
/// @param confidence of every interval, .95
/// @param latencies those of which each run that counts has some; none where fewer than
///   [dev.goodput.metrics.interval.QuantileInterval#MIN_RUNS] runs count
/// @param lacking latencies that some of those runs have, and others have not, so that an interval
///   would be of a part of them
/// @param shortRuns runs that count and are short ([LevelResult#isShort]): how often intervals
///   between such hold is not known
/// @param slo how all their arrivals fare together, absent without an SLO
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
  /// @param why it does not
  public record Excluded(int level, Reason why) {}

  /// Why a run does not count.
  public enum Reason {
    /// It ended before its plan was over, or some of its users sent no request.
    CUT_SHORT,
    /// The client was the bottleneck.
    CLIENT_BOUND
  }

  /// Whether a run is one of those that are taken together.
  public static boolean counts(LevelResult level) {
    return excluded(level).isEmpty();
  }

  /// Why a run is none of those that are taken together; empty where it is one.
  public static Optional<Excluded> excluded(LevelResult level) {
    if (!level.whole()) {
      return Optional.of(new Excluded(level.level(), Reason.CUT_SHORT));
    }
    return level.client().verdict() == ClientHealth.Verdict.CLIENT_BOUND
        ? Optional.of(new Excluded(level.level(), Reason.CLIENT_BOUND))
        : Optional.empty();
  }
}
