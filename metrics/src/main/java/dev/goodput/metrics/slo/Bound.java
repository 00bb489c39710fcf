package dev.goodput.metrics.slo;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// One bound of an SLO: `ttft ≤ 200 ms` for each request, `p95 ttft ≤ 200 ms` for the run.
///
/// @param percentile percent above 0 and below 100, absent where the bound is on each request
/// @param metric what is bounded
/// @param thresholdNanos the largest good value; it bounds each request, percentile or not
public record Bound(@Nullable BigDecimal percentile, Metric metric, long thresholdNanos) {

  /// Checks the ranges.
  ///
  /// @throws IllegalArgumentException where a percentile or threshold is out of range
  public Bound {
    if (thresholdNanos <= 0) {
      throw new IllegalArgumentException("threshold must be above 0 ns, found " + thresholdNanos);
    }
    if (percentile != null
        && (percentile.signum() <= 0 || percentile.compareTo(BigDecimal.valueOf(100)) >= 0)) {
      throw new IllegalArgumentException("percentile must be in (0, 100), found " + percentile);
    }
  }

  /// The share of the arrivals that must be within: the percentile, else the attainment target.
  public double requiredShare(double attainmentTarget) {
    return percentile == null ? attainmentTarget : percentile.doubleValue() / 100;
  }

  /// As verdicts print it: `p95 ttft ≤ 200 ms`.
  public String expression() {
    String prefix = percentile == null ? "" : "p" + percentile.toPlainString() + " ";
    return prefix + metric.word() + " ≤ " + Durations.format(thresholdNanos);
  }
}
