package dev.goodput.metrics.comparison;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.Latencies;
import dev.goodput.metrics.result.LevelResult;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A figure of a run by which systems are compared. The set is declared before anything is
/// measured.
public enum ComparedMetric {
  /// Mean TTFT.
  TTFT_MEAN("ttft_mean"),
  /// Median TTFT.
  TTFT_P50("ttft_p50"),
  /// 95th percentile of TTFT.
  TTFT_P95("ttft_p95"),
  /// 99th percentile of TTFT.
  TTFT_P99("ttft_p99"),
  /// Mean TPOT over requests.
  TPOT_MEAN("tpot_mean"),
  /// Median TPOT.
  TPOT_P50("tpot_p50"),
  /// 95th percentile of TPOT.
  TPOT_P95("tpot_p95"),
  /// 99th percentile of TPOT.
  TPOT_P99("tpot_p99"),
  /// Mean end-to-end latency.
  E2EL_MEAN("e2el_mean"),
  /// Median end-to-end latency.
  E2EL_P50("e2el_p50"),
  /// 95th percentile of the end-to-end latency.
  E2EL_P95("e2el_p95"),
  /// 99th percentile of the end-to-end latency.
  E2EL_P99("e2el_p99"),
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

  ComparedMetric(String word) {
    this(word, false);
  }

  ComparedMetric(String word, boolean moreIsBetter) {
    this(word, moreIsBetter, false);
  }

  ComparedMetric(String word, boolean moreIsBetter, boolean share) {
    this.word = word;
    this.moreIsBetter = moreIsBetter;
    this.share = share;
  }

  /// Whether it is a share of requests. Shares are compared by their difference, in points, as they
  /// may be 0; everything else by its ratio.
  public boolean isShare() {
    return share;
  }

  /// How many answers a run needs for it at least.
  public int leastAnswers() {
    return switch (this) {
      case TTFT_P95, TPOT_P95, E2EL_P95 -> 20;
      case TTFT_P99, TPOT_P99, E2EL_P99 -> 100;
      default -> 1;
    };
  }

  /// Returns whether it depends on the definition of good, which requires an SLO.
  public boolean needsSlo() {
    return this == ATTAINMENT || this == REQUEST_GOODPUT || this == TOKEN_GOODPUT;
  }

  /// Returns whether it depends on how output tokens are counted.
  public boolean perToken() {
    return switch (this) {
      case TPOT_MEAN, TPOT_P50, TPOT_P95, TPOT_P99, OUTPUT_TPS, TOKEN_GOODPUT -> true;
      default -> false;
    };
  }

  /// Converts a slowdown to the scale of differences.
  double onScale(double slowdown) {
    return share ? slowdown : Math.log1p(slowdown);
  }

  /// Converts a difference on that scale to a slowdown.
  double slowdown(double onScale) {
    return share ? onScale : Math.expm1(onScale);
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
    Latencies latencies = level.latencies();
    return switch (this) {
      case TTFT_MEAN -> mean(latencies.ttft());
      case TTFT_P50 -> p50(latencies.ttft());
      case TTFT_P95 -> p95(latencies.ttft());
      case TTFT_P99 -> p99(latencies.ttft());
      case TPOT_MEAN -> mean(latencies.tpot());
      case TPOT_P50 -> p50(latencies.tpot());
      case TPOT_P95 -> p95(latencies.tpot());
      case TPOT_P99 -> p99(latencies.tpot());
      case E2EL_MEAN -> mean(latencies.e2el());
      case E2EL_P50 -> p50(latencies.e2el());
      case E2EL_P95 -> p95(latencies.e2el());
      case E2EL_P99 -> p99(latencies.e2el());
      case OUTPUT_TPS -> level.rates().outputTps();
      case REQUEST_GOODPUT -> of(level.goodput(), Goodput::requestRps);
      case TOKEN_GOODPUT -> of(level.goodput(), Goodput::tokenTps);
      case ATTAINMENT -> of(level.goodput(), Goodput::attainment);
      case ERROR_RATE -> level.judgedErrorRate();
    };
  }

  private static @Nullable Double mean(@Nullable Distribution values) {
    return values == null ? null : Double.valueOf(values.mean());
  }

  private static @Nullable Double p50(@Nullable Distribution values) {
    return values == null ? null : values.p50();
  }

  private static @Nullable Double p95(@Nullable Distribution values) {
    return values == null ? null : values.p95();
  }

  private static @Nullable Double p99(@Nullable Distribution values) {
    return values == null ? null : values.p99();
  }

  private static @Nullable Double of(
      @Nullable Goodput goodput, Function<Goodput, @Nullable Double> figure) {
    return goodput == null ? null : figure.apply(goodput);
  }
}
