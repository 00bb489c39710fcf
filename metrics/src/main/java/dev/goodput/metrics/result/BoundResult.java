package dev.goodput.metrics.result;

import dev.goodput.metrics.distribution.DistributionBuilder;
import dev.goodput.metrics.slo.Bound;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// The result of one level against one bound of the SLO.
///
/// @param bound the bound
/// @param applies arrivals to which the metric applies: including failed and unsent ones, excluding
///   cancelled ones unless the threshold had already passed
/// @param outside the arrivals that were not within the threshold
/// @param required the share that must be within
/// @param holds whether it holds for the run: a percentile bound by its own share, one without by
///   the joint attainment
/// @param observedMs the bound's percentile (without one: the attainment target's) of the metric
///   over `ok` requests, nearest-rank, absent if nothing was observed
/// @param observations the number of values
public record BoundResult(
    Bound bound,
    long applies,
    Outside outside,
    double required,
    boolean holds,
    @Nullable Double observedMs,
    long observations) {

  /// Arrivals that were not within a threshold, by cause.
  ///
  /// @param failed no response came
  /// @param left the user cancelled as planned after the threshold had passed
  /// @param unstreamed the response was not streamed, so its first token came with its last
  /// @param slower the value is above the threshold
  /// @param queued those of the last two that only the wait behind the cap on requests in flight
  ///   put outside
  public record Outside(long failed, long left, long unstreamed, long slower, long queued) {
    /// How many there are.
    public long count() {
      return failed + left + unstreamed + slower;
    }
  }

  /// How many were within the threshold.
  public long within() {
    return applies - outside.count();
  }

  /// Returns whether the observed value is a percentile: with fewer than 1/(1 − p) observations it
  /// is the maximum instead.
  public boolean isPercentile() {
    BigDecimal percentile = bound.percentile();
    BigDecimal percent =
        percentile == null ? BigDecimal.valueOf(required).movePointRight(2) : percentile;
    return DistributionBuilder.isEnough(percent, observations);
  }

  /// Returns the share within the threshold; null if the metric applied to no request.
  public @Nullable Double share() {
    return applies == 0 ? null : (double) within() / applies;
  }

  /// Returns whether too few arrivals are within this threshold. A bound on each request does not
  /// hold if too few are within all thresholds, which need not be caused by this one.
  public boolean missedAlone() {
    return !holds && (bound.percentile() != null || !enough(within()));
  }

  /// Returns whether only the wait behind the cap on requests in flight misses it.
  public boolean missedByCap() {
    return missedAlone() && enough(within() + outside.queued());
  }

  private boolean enough(long good) {
    return applies == 0 || (double) good / applies >= required;
  }
}
