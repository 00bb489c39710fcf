package dev.goodput.export;

import dev.goodput.export.MetricRow.Kind;
import dev.goodput.metrics.server.MetricUnit;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.traffic.TrafficLabel;
import dev.goodput.metrics.traffic.TrafficSeries;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;

/// Histograms. Latencies that users experience have all labels of their series. To keep the page
/// small, latencies of a hop have only the upstream, and token counts only the model.
final class LatencyRows {
  private LatencyRows() {}

  static List<MetricRow> all() {
    return Stream.of(LatencyMetric.values()).map(LatencyRows::row).toList();
  }

  private static MetricRow row(LatencyMetric metric) {
    return switch (metric) {
      case TTFT, TPOT, ITL, E2EL -> felt(metric);
      case PROMPT_TOKENS -> rolled("request_input", metric, TrafficLabel.MODEL);
      case OUTPUT_TOKENS -> rolled("request_output", metric, TrafficLabel.MODEL);
      case STALL -> rolled("longest_stall", metric, TrafficLabel.UPSTREAM);
      default -> rolled(metric.word(), metric, TrafficLabel.UPSTREAM);
    };
  }

  private static MetricRow felt(LatencyMetric metric) {
    return new MetricRow(
        metric.word(),
        Kind.HISTOGRAM,
        MetricUnit.SECONDS,
        help(metric),
        SeriesRows.LABELS,
        (source, points) -> {
          for (TrafficSeries each : source.snapshot().series()) {
            points.add(each.histogram(metric), SeriesRows.values(each.labels()));
            points.began(each.beganNanos(), SeriesRows.values(each.labels()));
          }
        });
  }

  private static String help(LatencyMetric metric) {
    return metric.title() + ", of successful requests";
  }

  private static MetricRow rolled(String name, LatencyMetric metric, TrafficLabel label) {
    MetricUnit measure =
        metric.unit() == LatencyMetric.Unit.SECONDS ? MetricUnit.SECONDS : MetricUnit.TOKENS;
    return new MetricRow(
        name,
        Kind.HISTOGRAM,
        measure,
        help(metric),
        List.of(label.word()),
        (source, points) -> {
          SortedMap<String, TrafficSeries> rolled = source.snapshot().by(label);
          rolled.forEach((value, series) -> {
            points.add(series.histogram(metric), List.of(value));
            points.began(series.beganNanos(), List.of(value));
          });
        });
  }
}
