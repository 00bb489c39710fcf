package dev.goodput.metrics.slo;

import dev.goodput.metrics.stream.LatencyMetric;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// One bound of an SLO: `ttft ≤ 200 ms` for each request, `p95 ttft ≤ 200 ms` for the run.
///
/// @param percentile percent above 0 and below 100, absent if the bound applies to each request
/// @param metric the bounded metric
/// @param thresholdNanos the largest good value; it bounds each request, with or without a
///   percentile
public record Bound(@Nullable BigDecimal percentile, LatencyMetric metric, long thresholdNanos) {
  private static final BigDecimal ALL = BigDecimal.valueOf(100);

  /// Checks the ranges.
  ///
  /// @throws IllegalArgumentException if a percentile or threshold is out of range
  public Bound {
    if (thresholdNanos <= 0) {
      throw new IllegalArgumentException("threshold must be above 0 ns, found " + thresholdNanos);
    }
    if (percentile != null
        && (percentile.signum() <= 0 || percentile.compareTo(BigDecimal.valueOf(100)) >= 0)) {
      throw new IllegalArgumentException("percentile must be in (0, 100), found " + percentile);
    }
  }

  /// Returns the share of arrivals that must be within: the percentile, else the attainment target.
  public double requiredShare(double attainmentTarget) {
    return percentile == null ? attainmentTarget : percentile.doubleValue() / 100;
  }

  /// Returns whether the bound holds. A percentile requires its share of the requests that the
  /// metric applies to; without one, attainment must reach its target.
  ///
  /// @param attainment share of good arrivals, null without arrivals
  public boolean holds(
      long within, long applies, @Nullable Double attainment, double attainmentTarget) {
    if (percentile == null) {
      return attainment != null && attainment >= attainmentTarget;
    }
    BigDecimal needed = percentile.multiply(BigDecimal.valueOf(applies));
    return attainment != null && BigDecimal.valueOf(within).multiply(ALL).compareTo(needed) >= 0;
  }

  /// Returns the text for verdicts: `p95 ttft ≤ 200 ms`.
  public String expression() {
    String prefix = percentile == null ? "" : "p" + percentile.toPlainString() + " ";
    return prefix + metric.key() + " ≤ " + DurationText.format(thresholdNanos);
  }
}
