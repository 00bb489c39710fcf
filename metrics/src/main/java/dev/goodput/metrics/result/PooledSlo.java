package dev.goodput.metrics.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The result of all arrivals of several runs of one load against an SLO. One lucky run of many
/// does not make the service good, and one unlucky run does not make it bad.
///
/// @param judged arrivals that stay in the denominators
/// @param good those within every threshold
/// @param bounds the result of each bound over all runs
/// @param met whether all bounds hold; null if no request, or too few requests, could be judged
/// @param runs the number of runs: those that count, or all if none does
/// @param runsMet the number of runs that meet the SLO on their own
public record PooledSlo(
    long judged,
    long good,
    List<BoundResult> bounds,
    @Nullable Boolean met,
    int runs,
    int runsMet) {
  /// Copies the list.
  public PooledSlo {
    bounds = List.copyOf(bounds);
  }

  /// Returns the share of good arrivals; null if no request was judged.
  public @Nullable Double attainment() {
    return judged == 0 ? null : (double) good / judged;
  }
}
