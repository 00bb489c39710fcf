package dev.goodput.metrics.comparison;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.stream.LatencyMetric;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A metric by which two systems are compared. The metrics of a comparison are chosen before it
/// starts.
public enum ComparedMetric {
  /// Mean TTFT.
  TTFT_MEAN(LatencyMetric.TTFT, Statistic.MEAN),
  /// Median TTFT.
  TTFT_P50(LatencyMetric.TTFT, Statistic.P50),
  /// 95th percentile of TTFT.
  TTFT_P95(LatencyMetric.TTFT, Statistic.P95),
  /// 99th percentile of TTFT.
  TTFT_P99(LatencyMetric.TTFT, Statistic.P99),
  /// Mean TPOT over requests.
  TPOT_MEAN(LatencyMetric.TPOT, Statistic.MEAN),
  /// Median TPOT.
  TPOT_P50(LatencyMetric.TPOT, Statistic.P50),
  /// 95th percentile of TPOT.
  TPOT_P95(LatencyMetric.TPOT, Statistic.P95),
  /// 99th percentile of TPOT.
  TPOT_P99(LatencyMetric.TPOT, Statistic.P99),
  /// Mean end-to-end latency.
  E2EL_MEAN(LatencyMetric.E2EL, Statistic.MEAN),
  /// Median end-to-end latency.
  E2EL_P50(LatencyMetric.E2EL, Statistic.P50),
  /// 95th percentile of the end-to-end latency.
  E2EL_P95(LatencyMetric.E2EL, Statistic.P95),
  /// 99th percentile of the end-to-end latency.
  E2EL_P99(LatencyMetric.E2EL, Statistic.P99),
  /// Output tokens per second. In an open loop it changes only if the system is saturated.
  OUTPUT_TPS("output_tps", true),
  /// Good requests per second.
  REQUEST_GOODPUT("request_goodput", true),
  /// Output tokens of good requests per second.
  TOKEN_GOODPUT("token_goodput", true),
  /// SLO attainment.
  ATTAINMENT("attainment", true, true),
  /// Failed requests ÷ all requests of the run, including the warm-up.
  ERROR_RATE("error_rate", false, true);

  /// The default metrics: TTFT, TPOT and the error rate, because a server that rejects half of its
  /// requests is fast for the others.
  public static final List<ComparedMetric> DEFAULTS =
      List.of(TTFT_P50, TTFT_P95, TPOT_P50, TPOT_P95, ERROR_RATE);

  private final String key;
  private final boolean moreIsBetter;
  private final boolean share;
  private final @Nullable LatencyMetric latency;
  private final Statistic statistic;

  ComparedMetric(LatencyMetric latency, Statistic statistic) {
    this(latency.key() + "_" + statistic.key, false, false, latency, statistic);
  }

  ComparedMetric(String key, boolean moreIsBetter) {
    this(key, moreIsBetter, false);
  }

  ComparedMetric(String key, boolean moreIsBetter, boolean share) {
    this(key, moreIsBetter, share, null, Statistic.MEAN);
  }

  ComparedMetric(
      String key,
      boolean moreIsBetter,
      boolean share,
      @Nullable LatencyMetric latency,
      Statistic statistic) {
    this.key = key;
    this.latency = latency;
    this.statistic = statistic;
    this.moreIsBetter = moreIsBetter;
    this.share = share;
  }

  /// Returns whether the metric is a share of requests. Shares may be 0, so they are compared by
  /// their difference; other metrics are compared by their ratio.
  public boolean isShare() {
    return share;
  }

  /// Returns the smallest number of successful requests of a run that has this metric.
  public int minRequests() {
    return statistic.minValues;
  }

  /// Returns whether the metric needs an SLO.
  public boolean needsSlo() {
    return this == ATTAINMENT || this == REQUEST_GOODPUT || this == TOKEN_GOODPUT;
  }

  /// Returns whether the metric depends on the number of output tokens.
  public boolean dependsOnTokenCounts() {
    return latency == LatencyMetric.TPOT || this == OUTPUT_TPS || this == TOKEN_GOODPUT;
  }

  /// Converts a slowdown to the scale of differences: `ln(1 + slowdown)`; a share stays as it is.
  double toScale(double slowdown) {
    return share ? slowdown : Math.log1p(slowdown);
  }

  /// Converts a difference on that scale to a slowdown; the inverse of [#toScale].
  double fromScale(double difference) {
    return share ? difference : Math.expm1(difference);
  }

  /// Returns the name in options and result documents, such as `ttft_p95`.
  public String key() {
    return key;
  }

  /// Returns whether a larger value is better.
  public boolean moreIsBetter() {
    return moreIsBetter;
  }

  /// Returns the metric with a name; empty if there is none.
  public static Optional<ComparedMetric> named(String key) {
    return Arrays.stream(values()).filter(metric -> metric.key.equals(key)).findFirst();
  }

  /// Returns the value of a level, in milliseconds for latencies; null if it has none.
  @Nullable Double of(LevelResult level) {
    if (latency != null) {
      Distribution values = level.latencies().of(latency);
      return values == null ? null : statistic.figure.apply(values);
    }
    return switch (this) {
      case OUTPUT_TPS -> level.rates().outputTps();
      case REQUEST_GOODPUT -> of(level.goodput(), Goodput::requestRps);
      case TOKEN_GOODPUT -> of(level.goodput(), Goodput::tokenTps);
      case ATTAINMENT -> of(level.goodput(), Goodput::attainment);
      case ERROR_RATE -> level.judgedErrorRate();
      default -> throw new IllegalStateException("no figure for " + key);
    };
  }

  private static @Nullable Double of(
      @Nullable Goodput goodput, Function<Goodput, @Nullable Double> figure) {
    return goodput == null ? null : figure.apply(goodput);
  }

  /// A statistic of a distribution, and the smallest number of values it needs.
  @SuppressWarnings("ImmutableEnumChecker") // the functions hold nothing
  private enum Statistic {
    MEAN("mean", 1, Distribution::mean),
    P50("p50", 1, Distribution::p50),
    P95("p95", 20, Distribution::p95),
    P99("p99", 100, Distribution::p99);

    private final String key;
    private final int minValues;
    private final Function<Distribution, @Nullable Double> figure;

    Statistic(String key, int minValues, Function<Distribution, @Nullable Double> figure) {
      this.key = key;
      this.minValues = minValues;
      this.figure = figure;
    }
  }
}
