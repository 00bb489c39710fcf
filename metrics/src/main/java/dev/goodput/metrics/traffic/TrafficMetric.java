package dev.goodput.metrics.traffic;

import dev.goodput.metrics.slo.Metric;
import org.jspecify.annotations.Nullable;

/// What histograms are kept of. Durations are of `ok` requests, as those of a run are; each value
/// is one request's but for inter-token latency and chunk gaps.
public enum TrafficMetric {
  /// First token − start.
  TTFT("ttft", Unit.SECONDS, Metric.TTFT),
  /// First body byte − start.
  FIRST_BYTE("first_byte", Unit.SECONDS, Metric.FIRST_BYTE),
  /// First content of the answer channel − start.
  FIRST_ANSWER("first_answer", Unit.SECONDS, Metric.FIRST_ANSWER),
  /// Gaps spread over the tokens of their chunks, one value a token.
  ITL("itl", Unit.SECONDS, Metric.ITL),
  /// Generation time ÷ (N − 1).
  TPOT("tpot", Unit.SECONDS, Metric.TPOT),
  /// Gaps between content events, one value a gap.
  CHUNK_GAP("chunk_gap", Unit.SECONDS, Metric.CHUNK_GAP),
  /// First to last token.
  GENERATION_TIME("generation_time", Unit.SECONDS, Metric.GENERATION_TIME),
  /// Start to last token.
  E2EL("e2el", Unit.SECONDS, Metric.E2EL),
  /// Request written to the upstream − start: what was spent before the upstream had it.
  GATEWAY_WAIT("gateway_wait", Unit.SECONDS, null),
  /// Request written to the upstream to status line and headers.
  HEADERS_WAIT("headers_wait", Unit.SECONDS, null),
  /// Request written to the upstream to first token: the upstream and the network to it alone.
  SERVICE_TTFT("service_ttft", Unit.SECONDS, Metric.TTFT),
  /// First byte read to first byte handed to the client's socket.
  FORWARD_DELAY("forward_delay", Unit.SECONDS, null),
  /// The longest stall of a reader of the plan's pace.
  STALL("stall", Unit.SECONDS, Metric.STALL),
  /// Prompt tokens.
  PROMPT_TOKENS("prompt_tokens", Unit.TOKENS, null),
  /// Output tokens.
  OUTPUT_TOKENS("output_tokens", Unit.TOKENS, null);

  private final String word;
  private final Unit unit;
  private final @Nullable Metric bounded;

  TrafficMetric(String word, Unit unit, @Nullable Metric bounded) {
    this.word = word;
    this.unit = unit;
    this.bounded = bounded;
  }

  /// The word in metrics and documents.
  public String word() {
    return word;
  }

  /// The unit of a histogram's edges and sum.
  public Unit unit() {
    return unit;
  }

  /// What of an SLO bounds it; null where none can.
  @Nullable Metric bounded() {
    return bounded;
  }

  /// Units; values are recorded as whole nanoseconds or whole tokens.
  public enum Unit {
    /// Seconds.
    SECONDS(1e9),
    /// Tokens.
    TOKENS(1);

    /// So many of what is recorded make one.
    final double parts;

    Unit(double parts) {
      this.parts = parts;
    }
  }
}
