package dev.goodput.export;

import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.traffic.Operations;
import dev.goodput.metrics.traffic.TrafficHistogram;
import dev.goodput.metrics.traffic.TrafficSeries;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import java.util.LinkedHashMap;
import java.util.Map;

/// The metrics of the GenAI conventions (open-telemetry/semantic-conventions-genai, gen-ai-metrics;
/// last in semantic-conventions v1.41.1) that a gateway can provide: it is the server of its
/// clients and a client of its upstreams. Latencies cover finished responses only. Durations of
/// failed requests and operations are separate, by `error.type`. Token counts cover all attempts,
/// as all are billed.
enum GenAiMetric {
  SERVER_DURATION(
      "gen_ai.server.request.duration",
      "s",
      "Start to last token, or to the end where it failed",
      LatencyMetric.E2EL),
  SERVER_TTFT("gen_ai.server.time_to_first_token", "s", "Start to first token", LatencyMetric.TTFT),
  SERVER_TPOT(
      "gen_ai.server.time_per_output_token",
      "s",
      "(last token − first token) ÷ (tokens − 1)",
      LatencyMetric.TPOT),
  CLIENT_DURATION(
      "gen_ai.client.operation.duration",
      "s",
      "Start to last token, or to the end where it failed",
      LatencyMetric.E2EL),
  CLIENT_FIRST_CHUNK(
      "gen_ai.client.operation.time_to_first_chunk",
      "s",
      "Start to first body byte",
      LatencyMetric.FIRST_BYTE),
  CLIENT_CHUNK(
      "gen_ai.client.operation.time_per_output_chunk",
      "s",
      "Gap between content events",
      LatencyMetric.CHUNK_GAP),
  CLIENT_TOKENS(
      "gen_ai.client.token.usage",
      "{token}",
      "Tokens of an attempt, however it ended",
      LatencyMetric.OUTPUT_TOKENS);

  private final String word;
  private final String unit;
  private final String description;
  private final LatencyMetric metric;

  GenAiMetric(String word, String unit, String description, LatencyMetric metric) {
    this.word = word;
    this.unit = unit;
    this.description = description;
    this.metric = metric;
  }

  private static Attributes attribute(String name, String value) {
    return Attributes.of(AttributeKey.stringKey(name), value);
  }

  String metricName() {
    return word;
  }

  String unit() {
    return unit;
  }

  String description() {
    return description;
  }

  /// Returns the metric's non-empty histograms of a series, by the attributes that they have in
  /// addition to the series'.
  Map<Attributes, TrafficHistogram> read(TrafficSeries series) {
    Map<Attributes, TrafficHistogram> found = new LinkedHashMap<>();
    if (this == CLIENT_TOKENS) {
      found.put(attribute("gen_ai.token.type", "input"), series.operations().inputTokens());
      found.put(attribute("gen_ai.token.type", "output"), series.operations().outputTokens());
    } else {
      found.put(Attributes.empty(), series.histogram(metric));
    }
    failures(series.operations())
        .forEach((type, took) -> found.put(attribute("error.type", type), took));
    found.values().removeIf(histogram -> histogram.count() == 0);
    return found;
  }

  /// Server failures count requests by their final result; client failures count each attempt.
  private Map<String, TrafficHistogram> failures(Operations operations) {
    return switch (this) {
      case SERVER_DURATION -> operations.failedRequests();
      case CLIENT_DURATION -> operations.failures();
      case SERVER_TTFT, SERVER_TPOT, CLIENT_FIRST_CHUNK, CLIENT_CHUNK, CLIENT_TOKENS -> Map.of();
    };
  }
}
