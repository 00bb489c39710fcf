package dev.goodput.observe.export;

import dev.goodput.metrics.traffic.TrafficMetric;
import java.util.Map;

/// The metrics of the GenAI conventions (open-telemetry/semantic-conventions-genai, gen-ai-metrics;
/// last in semantic-conventions v1.41.1) that a gateway can tell: it is the server of its clients
/// and a client of its upstreams. All are of finished answers, as failures have no place in
/// latencies; those are counted by outcome in `goodput.requests`.
enum GenAiMetric {
  SERVER_DURATION("gen_ai.server.request.duration", "s", "Start to last token", TrafficMetric.E2EL),
  SERVER_TTFT("gen_ai.server.time_to_first_token", "s", "Start to first token", TrafficMetric.TTFT),
  SERVER_TPOT(
      "gen_ai.server.time_per_output_token",
      "s",
      "(last token − first token) ÷ (tokens − 1)",
      TrafficMetric.TPOT),
  CLIENT_DURATION(
      "gen_ai.client.operation.duration", "s", "Start to last token", TrafficMetric.E2EL),
  CLIENT_FIRST_CHUNK(
      "gen_ai.client.operation.time_to_first_chunk",
      "s",
      "Start to first body byte",
      TrafficMetric.FIRST_BYTE),
  CLIENT_CHUNK(
      "gen_ai.client.operation.time_per_output_chunk",
      "s",
      "Gap between content events",
      TrafficMetric.CHUNK_GAP),
  CLIENT_TOKENS(
      "gen_ai.client.token.usage", "{token}", "Tokens of a request", TrafficMetric.OUTPUT_TOKENS);

  private final String word;
  private final String unit;
  private final String description;
  private final TrafficMetric metric;

  GenAiMetric(String word, String unit, String description, TrafficMetric metric) {
    this.word = word;
    this.unit = unit;
    this.description = description;
    this.metric = metric;
  }

  /// The metric's name.
  String word() {
    return word;
  }

  /// Its unit.
  String unit() {
    return unit;
  }

  /// What it is here.
  String description() {
    return description;
  }

  /// What it is read from, by `gen_ai.token.type`, which is `""` for durations.
  Map<String, TrafficMetric> read() {
    return metric == TrafficMetric.OUTPUT_TOKENS
        ? Map.of("input", TrafficMetric.PROMPT_TOKENS, "output", metric)
        : Map.of("", metric);
  }
}
