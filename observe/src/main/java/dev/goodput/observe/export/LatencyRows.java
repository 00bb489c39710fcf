package dev.goodput.observe.export;

import dev.goodput.metrics.traffic.TrafficLabel;
import dev.goodput.metrics.traffic.TrafficMetric;
import dev.goodput.metrics.traffic.TrafficSeries;
import dev.goodput.observe.export.Row.Kind;
import java.util.List;
import java.util.SortedMap;

/// Histograms. What users feel has all labels of its series; what a hop adds has the upstream, and
/// what was asked the model, so that a page stays small.
final class LatencyRows {
  private LatencyRows() {}

  static List<Row> all() {
    return List.of(
        felt("ttft", "Time to first token", TrafficMetric.TTFT),
        felt("tpot", "Time per output token, one value a request", TrafficMetric.TPOT),
        felt("itl", "Inter-token latency, one value a token", TrafficMetric.ITL),
        felt("e2el", "End-to-end latency, start to last token", TrafficMetric.E2EL),
        hop("first_byte", "Start to first body byte", TrafficMetric.FIRST_BYTE),
        hop("first_answer", "Start to first answer content", TrafficMetric.FIRST_ANSWER),
        hop("chunk_gap", "Gap between content events", TrafficMetric.CHUNK_GAP),
        hop("generation_time", "First token to last token", TrafficMetric.GENERATION_TIME),
        hop("longest_stall", "An answer's longest stall", TrafficMetric.STALL),
        hop("gateway_wait", "Start to request written upstream", TrafficMetric.GATEWAY_WAIT),
        hop("headers_wait", "Request written to status and headers", TrafficMetric.HEADERS_WAIT),
        hop("service_ttft", "Request written to first token", TrafficMetric.SERVICE_TTFT),
        hop("forward_delay", "First byte read to handed on", TrafficMetric.FORWARD_DELAY),
        asked("request_input", "Prompt tokens of a request", TrafficMetric.PROMPT_TOKENS),
        asked("request_output", "Output tokens of a request", TrafficMetric.OUTPUT_TOKENS));
  }

  private static Row felt(String name, String help, TrafficMetric metric) {
    return new Row(
        name,
        Kind.HISTOGRAM,
        Measure.SECONDS,
        help + ", of finished answers",
        SeriesRows.LABELS,
        (source, points) -> {
          for (TrafficSeries each : source.snapshot().series()) {
            points.add(each.histogram(metric), SeriesRows.values(each.labels()));
            points.began(each.beganNanos(), SeriesRows.values(each.labels()));
          }
        });
  }

  private static Row hop(String name, String help, TrafficMetric metric) {
    return rolled(name, Measure.SECONDS, help, metric, TrafficLabel.UPSTREAM);
  }

  private static Row asked(String name, String help, TrafficMetric metric) {
    return rolled(name, Measure.TOKENS, help, metric, TrafficLabel.MODEL);
  }

  private static Row rolled(
      String name, Measure measure, String help, TrafficMetric metric, TrafficLabel label) {
    return new Row(
        name,
        Kind.HISTOGRAM,
        measure,
        help + ", of finished answers",
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
