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

/// A figure of a run by which systems are compared. The set is declared before anything is
/// measured.
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
  /// Output tokens per second; where arrivals keep a schedule, it moves only beyond saturation.
  OUTPUT_TPS("output_tps", true),
  /// Good requests per second.
  REQUEST_GOODPUT("request_goodput", true),
  /// Output tokens of good requests per second.
  TOKEN_GOODPUT("token_goodput", true),
  /// SLO attainment.
  ATTAINMENT("attainment", true, true),
  /// Failures ÷ requests of the whole run, warm-up included.
  ERROR_RATE("error_rate", false, true);

  /// The default set: the first token, the stream after it, and whether responses come at all,
  /// because a server that rejects half of its users serves the others fast.
  public static final List<ComparedMetric> USUAL =
      List.of(TTFT_P50, TTFT_P95, TPOT_P50, TPOT_P95, ERROR_RATE);

  private final String word;
  private final boolean moreIsBetter;
  private final boolean share;
  private final @Nullable LatencyMetric latency;
  private final Statistic statistic;

  ComparedMetric(LatencyMetric latency, Statistic statistic) {
    this(latency.word() + "_" + statistic.word, false, false, latency, statistic);
  }

  ComparedMetric(String word, boolean moreIsBetter) {
    this(word, moreIsBetter, false);
  }

  ComparedMetric(String word, boolean moreIsBetter, boolean share) {
    this(word, moreIsBetter, share, null, Statistic.MEAN);
  }

  ComparedMetric(
      String word,
      boolean moreIsBetter,
      boolean share,
      @Nullable LatencyMetric latency,
      Statistic statistic) {
    this.word = word;
    this.latency = latency;
    this.statistic = statistic;
    this.moreIsBetter = moreIsBetter;
    this.share = share;
  }

  /// Whether it is a share of requests. Shares are compared by their difference, in points, as they
  /// may be 0; everything else by its ratio.
  public boolean isShare() {
    return share;
  }

  /// How many answers a run needs for it at least.
  public int minRequests() {
    return statistic.minValues;
  }

  /// Returns whether it depends on the definition of good, which requires an SLO.
  public boolean needsSlo() {
    return this == ATTAINMENT || this == REQUEST_GOODPUT || this == TOKEN_GOODPUT;
  }

  /// Returns whether it depends on how output tokens are counted.
  public boolean dependsOnTokenCounts() {
    return latency == LatencyMetric.TPOT || this == OUTPUT_TPS || this == TOKEN_GOODPUT;
  }

  /// Converts a slowdown to the scale of differences.
  double toScale(double slowdown) {
    return share ? slowdown : Math.log1p(slowdown);
  }

  /// Converts a difference on that scale to a slowdown.
  double fromScale(double difference) {
    return share ? difference : Math.expm1(difference);
  }

  /// The name in options and documents, as `ttft_p95`.
  public String word() {
    return word;
  }

  /// Whether a larger figure is a better one.
  public boolean moreIsBetter() {
    return moreIsBetter;
  }

  /// The metric of that name.
  public static Optional<ComparedMetric> named(String word) {
    return Arrays.stream(values()).filter(metric -> metric.word.equals(word)).findFirst();
  }

  /// A level's figure, milliseconds of latencies; absent where it has none.
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
      default -> throw new IllegalStateException("no figure for " + word);
    };
  }

  private static @Nullable Double of(
      @Nullable Goodput goodput, Function<Goodput, @Nullable Double> figure) {
    return goodput == null ? null : figure.apply(goodput);
  }

  /// A figure of a distribution, and how many values it needs at least.
  @SuppressWarnings("ImmutableEnumChecker") // the functions hold nothing
  private enum Statistic {
    MEAN("mean", 1, Distribution::mean),
    P50("p50", 1, Distribution::p50),
    P95("p95", 20, Distribution::p95),
    P99("p99", 100, Distribution::p99);

    private final String word;
    private final int minValues;
    private final Function<Distribution, @Nullable Double> figure;

    Statistic(String word, int minValues, Function<Distribution, @Nullable Double> figure) {
      this.word = word;
      this.minValues = minValues;
      this.figure = figure;
    }
  }
}
