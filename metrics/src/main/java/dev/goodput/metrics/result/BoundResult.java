package dev.goodput.metrics.result;

import dev.goodput.metrics.distribution.DistributionBuilder;
import dev.goodput.metrics.slo.Bound;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// How one bound of the SLO fared at one level.
///
/// @param bound the bound
/// @param applies arrivals to which the metric applies: failed and unsent ones included, cancelled
///   ones left out unless the threshold had already passed
/// @param outside those of them that were not within the threshold
/// @param required the share that must be within
/// @param holds whether it holds for the run: a percentile bound by its own share, one without by
///   the joint attainment
/// @param observedMs the bound's percentile (without one: the attainment target's) of the metric
///   over `ok` requests, nearest-rank, absent where nothing was observed
/// @param observations how many values it is of
public record BoundResult(
    Bound bound,
    long applies,
    Outside outside,
    double required,
    boolean holds,
    @Nullable Double observedMs,
    long observations) {

  /// Arrivals that were not within a threshold, by what became of them.
  ///
  /// @param failed no answer came
  /// @param left the user left by plan when the threshold had passed
  /// @param cameWhole the answer came whole, so that its first word was there when all of it was
  /// @param slower the value is above the threshold
  /// @param queued those of the last two that were within it but for their wait behind the cap on
  ///   requests in flight
  public record Outside(long failed, long left, long cameWhole, long slower, long queued) {
    /// How many there are.
    public long count() {
      return failed + left + cameWhole + slower;
    }
  }

  /// How many were within the threshold.
  public long within() {
    return applies - outside.count();
  }

  /// Whether what was observed is a percentile: with fewer than 1/(1 − p) observations it is no
  /// more than the maximum, which stands for it.
  public boolean isPercentile() {
    BigDecimal percentile = bound.percentile();
    BigDecimal percent =
        percentile == null ? BigDecimal.valueOf(required).movePointRight(2) : percentile;
    return DistributionBuilder.isEnough(percent, observations);
  }

  /// The share within the threshold, absent where the metric applied to nothing.
  public @Nullable Double share() {
    return applies == 0 ? null : (double) within() / applies;
  }

  /// Whether too few arrivals are within this very threshold. A bound on each request does not hold
  /// where too few are within all thresholds; it need not be the one that they miss.
  public boolean missedAlone() {
    return !holds && (bound.percentile() != null || !enough(within()));
  }

  /// Whether it is missed by nothing but the wait behind the cap on requests in flight.
  public boolean missedByTheCap() {
    return missedAlone() && enough(within() + outside.queued());
  }

  private boolean enough(long good) {
    return applies == 0 || (double) good / applies >= required;
  }
}
