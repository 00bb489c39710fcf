package dev.goodput.telemetry.metric;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.LevelResult.CostResult;
import dev.goodput.metrics.result.Rates;
import dev.goodput.metrics.result.Reading;
import dev.goodput.metrics.server.MetricUnit;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.traffic.Abandonment;
import dev.goodput.metrics.traffic.TrafficWindow;
import dev.goodput.telemetry.metric.MetricRow.Kind;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Figures over the last minute, five minutes and hour of all traffic that cannot be computed from
/// sums of counters, such as percentiles and the goodput family. Each follows the report's
/// definition.
final class WindowRows {
  private static final String WINDOW = "window";

  private WindowRows() {}

  static List<MetricRow> all() {
    return Stream.of(
            goodputs(), moreGoodputs(), shares(), List.of(quantiles(), timeout(), gone(), cost()))
        .flatMap(List::stream)
        .toList();
  }

  private static List<MetricRow> goodputs() {
    return List.of(
        family(
            "request_goodput",
            MetricUnit.REQUESTS_PER_SECOND,
            "Good requests per second",
            Goodput::requestRps),
        family(
            "token_goodput",
            MetricUnit.TOKENS_PER_SECOND,
            "Output tokens of good requests per second",
            Goodput::tokenTps),
        family(
            "attainment",
            MetricUnit.RATIO,
            "SLO attainment: good requests ÷ requests that count for the SLO",
            Goodput::attainment),
        family(
            "scaled_throughput",
            MetricUnit.TOKENS_PER_SECOND,
            "Attainment-scaled throughput: delivered output × attainment",
            Goodput::scaledTps));
  }

  private static List<MetricRow> moreGoodputs() {
    return List.of(
        family(
            "percentile_goodput",
            MetricUnit.TOKENS_PER_SECOND,
            "Delivered output if every percentile bound holds, else 0",
            Goodput::percentileTps),
        family(
            "useful_work",
            MetricUnit.RATIO,
            "Tokens of good requests ÷ tokens received (over all classes, plus tokens that"
                + " engines report as recomputed)",
            Goodput::usefulWorkRatio),
        family(
            "smooth_goodput",
            MetricUnit.TOKENS_PER_SECOND,
            "Tokens per second that arrived before their deadlines",
            Goodput::smoothTps),
        family(
            "fluidity",
            MetricUnit.RATIO,
            "Fluidity index: on-time tokens ÷ tokens",
            Goodput::fluidity),
        rates());
  }

  private static List<MetricRow> shares() {
    return List.of(
        figure("error", "Error rate: failures ÷ requests", TrafficWindow::errorRate),
        figure(
            "token_error",
            "Token error rate: tokens of failed attempts ÷ all tokens received",
            TrafficWindow::tokenErrorRate),
        figure(
            "availability",
            "Share of 10-second slices with a success and an error rate of at most 5 %",
            TrafficWindow::availability),
        figure(
            "burst_index",
            "Share of tokens that arrived within 1 ms of the previous token",
            TrafficWindow::burstIndex),
        figure(
            "stalled_reading", "Time stalled ÷ reading time", w -> reading(w, Reading::stallRatio)),
        figure(
            "noticeable_stall",
            "Share of requested streams that failed or whose longest stall is above 250 ms",
            w -> reading(w, Reading::noticeableShare)),
        figure(
            "broken_flow",
            "Share of requested streams that failed or whose longest stall is above 1 s",
            w -> reading(w, Reading::brokenShare)));
  }

  private static MetricRow row(
      String name,
      MetricUnit measure,
      String help,
      List<String> labels,
      BiConsumer<TrafficWindow, MetricPoints> reader) {
    return new MetricRow(
        name,
        Kind.GAUGE,
        measure,
        help + ", over the window",
        labels,
        (source, points) ->
            source.snapshot().all().windows().forEach(each -> reader.accept(each, points)));
  }

  private static MetricRow figure(
      String name, String help, Function<TrafficWindow, @Nullable Double> figure) {
    return row(
        name,
        MetricUnit.RATIO,
        help,
        List.of(WINDOW),
        (window, points) -> points.add(figure.apply(window), word(window)));
  }

  private static @Nullable Double reading(
      TrafficWindow window, Function<Reading, @Nullable Double> figure) {
    Reading reading = window.reading();
    return reading == null ? null : figure.apply(reading);
  }

  /// Returns a figure of the goodput family, over all SLO classes (`slo=""`) and by class.
  private static MetricRow family(
      String name, MetricUnit measure, String help, Function<Goodput, @Nullable Double> figure) {
    return row(
        name,
        measure,
        help,
        List.of(WINDOW, "slo"),
        (window, points) -> {
          Goodput all = window.goodput();
          points.add(all == null ? null : figure.apply(all), word(window), "");
          window
              .goodputs()
              .forEach((slo, goodput) ->
                  points.add(figure.apply(goodput), word(window), SloRows.word(slo)));
        });
  }

  private static MetricRow rates() {
    return row(
        "throughput",
        MetricUnit.TOKENS_PER_SECOND,
        "Tokens per second by direction: input, output and total of successful requests;"
            + " delivered_output of all attempts",
        List.of(WINDOW, "direction"),
        (window, points) -> {
          Rates rates = window.rates();
          points.add(rates.inputTps(), word(window), "input");
          points.add(rates.outputTps(), word(window), "output");
          points.add(rates.totalTps(), word(window), "total");
          points.add(rates.deliveredOutputTps(), word(window), "delivered_output");
        });
  }

  /// Percentiles by the report's definition, computed from values and not from buckets.
  private static MetricRow quantiles() {
    return row(
        "latency",
        MetricUnit.SECONDS,
        "Nearest-rank percentiles of successful requests, within 0.01 %; absent below 1/(1 − p)"
            + " values",
        List.of(WINDOW, "metric", "percentile"),
        (window, points) ->
            window
                .latencies()
                .forEach((metric, values) -> {
                  if (metric.unit() == LatencyMetric.Unit.SECONDS) {
                    quantiles(points, word(window), metric.key(), values);
                  }
                }));
  }

  private static void quantiles(
      MetricPoints points, String window, String metric, Distribution values) {
    points.add(seconds(values.p50()), window, metric, "50");
    points.add(seconds(values.p90()), window, metric, "90");
    points.add(seconds(values.p95()), window, metric, "95");
    points.add(seconds(values.p99()), window, metric, "99");
    points.add(seconds(values.p999()), window, metric, "99.9");
    points.add(seconds(values.max()), window, metric, "100");
  }

  private static MetricRow timeout() {
    return row(
        "kaplan_meier_ttft",
        MetricUnit.SECONDS,
        "TTFT percentiles corrected for clients that left or were timed out (Kaplan-Meier);"
            + " absent where too many did",
        List.of(WINDOW, "percentile"),
        (window, points) -> {
          Abandonment waited = window.abandonment();
          points.add(seconds(waited.p50Ms()), word(window), "50");
          points.add(seconds(waited.p90Ms()), word(window), "90");
          points.add(seconds(waited.p95Ms()), word(window), "95");
          points.add(seconds(waited.p99Ms()), word(window), "99");
        });
  }

  /// Returns the abandonment curve; it has no points while no request has waited.
  private static MetricRow gone() {
    return row(
        "abandonment",
        MetricUnit.RATIO,
        "Abandonment curve: share of requests whose client left without a first token within that"
            + " many seconds",
        List.of(WINDOW, "waited"),
        (window, points) -> {
          Abandonment waited = window.abandonment();
          if (waited.answered() + waited.left() + waited.timedOut() > 0) {
            waited.bands().stream()
                .filter(band -> Double.isFinite(band.toMs()))
                .forEach(
                    band -> points.add(band.goneShare(), word(window), plain(band.toMs() / 1e3)));
          }
        });
  }

  private static String plain(double seconds) {
    return BigDecimal.valueOf(seconds).stripTrailingZeros().toPlainString();
  }

  private static MetricRow cost() {
    return row(
        "infrastructure_cost",
        MetricUnit.NONE,
        "Infrastructure cost per unit of work, in the configured currency",
        List.of(WINDOW, "per", "currency"),
        (window, points) -> {
          CostResult cost = window.cost();
          if (cost != null) {
            String word = word(window);
            points.add(
                cost.perMillionOutputTokens(), word, "million_output_tokens", cost.currency());
            points.add(cost.perMillionGoodTokens(), word, "million_good_tokens", cost.currency());
            points.add(cost.perRequest(), word, "request", cost.currency());
            points.add(cost.perSession(), word, "session", cost.currency());
          }
        });
  }

  private static @Nullable Double seconds(@Nullable Double millis) {
    return millis == null ? null : Double.valueOf(millis / 1e3);
  }

  private static String word(TrafficWindow window) {
    long seconds = window.nominalSeconds();
    return seconds % 3600 == 0 ? seconds / 3600 + "h" : seconds / 60 + "m";
  }
}
