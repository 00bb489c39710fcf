package dev.goodput.telemetry.metric;

import dev.goodput.metrics.server.MetricUnit;
import dev.goodput.metrics.slo.Bound;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.tally.SloCount;
import dev.goodput.metrics.tally.SloCount.BoundCount;
import dev.goodput.telemetry.metric.MetricRow.Kind;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/// SLO metrics: the thresholds, and how many requests met them, jointly and by bound.
final class SloRows {
  private static final List<String> SLO = List.of("slo");
  private static final List<String> BOUND = List.of("slo", "metric", "threshold", "percentile");

  private SloRows() {}

  static List<MetricRow> all() {
    return List.of(
            joint(
                "slo_requests",
                MetricUnit.REQUESTS,
                "Requests that count for the SLO: all but those whose client left before a"
                    + " threshold passed",
                SloCount::total),
            joint(
                "slo_good_requests",
                MetricUnit.REQUESTS,
                "Good requests: successful, and within every threshold of the SLO",
                SloCount::good),
            joint(
                "slo_good_tokens",
                MetricUnit.TOKENS,
                "Output tokens of good requests",
                SloCount::goodTokens),
            joint(
                "slo_on_time_tokens",
                MetricUnit.TOKENS,
                "Streamed tokens of successful requests that arrived before their deadlines (smooth"
                    + " goodput)",
                SloCount::onTimeTokens),
            joint(
                "slo_output_tokens",
                MetricUnit.TOKENS,
                "Output tokens received for the SLO's requests, all outcomes and attempts",
                SloCount::output),
            joint(
                "slo_streamed_tokens",
                MetricUnit.TOKENS,
                "Tokens of the requests that count for the SLO, streamed or not",
                SloCount::streamed),
            bound(
                "slo_bound_requests",
                "Requests that one bound of the SLO applies to, failed requests included",
                BoundCount::applies),
            bound(
                "slo_bound_good_requests",
                "Requests within the threshold of one bound of the SLO",
                BoundCount::within),
            threshold())
        .stream()
        .map(MetricRow::inRollups)
        .toList();
  }

  private static MetricRow joint(
      String name, MetricUnit measure, String help, ToLongFunction<SloCount> count) {
    return SeriesRows.series(
        name,
        measure,
        help,
        SLO,
        (counts, receiver) ->
            counts
                .slos()
                .forEach(
                    (slo, held) -> receiver.point((double) count.applyAsLong(held), word(slo))));
  }

  private static MetricRow bound(String name, String help, ToLongFunction<BoundCount> count) {
    return SeriesRows.series(
        name,
        MetricUnit.REQUESTS,
        help,
        BOUND,
        (counts, receiver) ->
            counts.slos().forEach((slo, held) -> bounds(slo, held, count, receiver)));
  }

  private static void bounds(
      String slo,
      SloCount held,
      ToLongFunction<BoundCount> count,
      SeriesRows.ValueReceiver receiver) {
    List<Bound> bounds = held.slo().bounds();
    for (int i = 0; i < bounds.size(); i++) {
      long value = count.applyAsLong(held.bounds().get(i));
      receiver.point((double) value, words(slo, bounds.get(i)).toArray(String[]::new));
    }
  }

  private static MetricRow threshold() {
    return new MetricRow(
        "slo_threshold",
        Kind.GAUGE,
        MetricUnit.SECONDS,
        "Threshold of a bound of the SLO; classic buckets have an edge exactly there",
        BOUND,
        (source, points) -> {
          for (Map.Entry<String, Slo> slo : source.snapshot().plan().slos().entrySet()) {
            for (Bound bound : slo.getValue().bounds()) {
              points.add(bound.thresholdNanos() / 1e9, words(slo.getKey(), bound));
            }
          }
        });
  }

  private static List<String> words(String slo, Bound bound) {
    BigDecimal percentile = bound.percentile();
    BigDecimal threshold = BigDecimal.valueOf(bound.thresholdNanos(), 9).stripTrailingZeros();
    return List.of(
        word(slo),
        bound.metric().key(),
        threshold.toPlainString(),
        percentile == null ? "" : percentile.stripTrailingZeros().toPlainString());
  }

  /// Returns the label of an SLO class. The default class has no name, but its label is `default`.
  static String word(String slo) {
    return slo.isEmpty() ? "default" : slo;
  }
}
