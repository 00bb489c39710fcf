package dev.goodput.metrics.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// How all arrivals of several runs of one load fare against an SLO, taken together: one lucky run
/// of many does not make the service good, and one unlucky run does not make it bad.
///
/// @param judged arrivals that stay in the denominators
/// @param good those within every threshold
/// @param bounds how each bound fared over all of them
/// @param met whether all bounds hold; absent where no request could be judged, or not all who
///   would have to be
/// @param runs how many runs these are: those that count, or where none does, all
/// @param runsMet how many of them meet it alone
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
