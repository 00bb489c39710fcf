package dev.goodput.metrics;

import dev.goodput.metrics.distribution.DistributionBuilder;
import dev.goodput.metrics.slo.Bound;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// How one bound of the SLO fared at one level.
///
/// @param bound the bound
/// @param applies arrivals to which the metric applies: failed and unsent ones included, cancelled
///   ones left out unless the threshold had already passed
/// @param within those of them within the threshold
/// @param required the share that must be within
/// @param holds whether it holds for the run: a percentile bound by its own share, one without by
///   the joint attainment
/// @param observedMs the bound's percentile (without one: the attainment target's) of the metric
///   over `ok` requests, nearest-rank, absent where nothing was observed
/// @param observations how many values it is of
public record BoundResult(
    Bound bound,
    long applies,
    long within,
    double required,
    boolean holds,
    @Nullable Double observedMs,
    long observations) {

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
    return applies == 0 ? null : (double) within / applies;
  }
}
