package dev.goodput.metrics.stream;

import dev.goodput.record.GatewayInfo;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/// A quantity measured for each request: the latencies that an SLO can bound, those of a gateway's
/// hop, and the numbers of prompt and output tokens.
///
/// This is the only list: SLO expressions, histograms, windows, exports and live documents iterate
/// over it.
@SuppressWarnings("ImmutableEnumChecker") // the functions hold nothing, the lists are copies
public enum LatencyMetric {
  /// Time to first token.
  TTFT(
      Part.FIRST_TOKEN,
      "ttft",
      "Time to first token",
      view -> nanos(view.times().ttftNanos()),
      "time_to_first_token"),
  /// Time per output token: generation time ÷ (N − 1).
  TPOT(
      Part.STREAM,
      "tpot",
      "Time per output token, one value per request",
      view -> view.times().tpotNanos(),
      "time_per_output_token"),
  /// Inter-token latency. For a request, the mean over its tokens; its longest gap is [#CHUNK_GAP].
  /// In a distribution each gap is spread over the tokens of its chunk, one value per token.
  ITL(
      Part.STREAM,
      "itl",
      "Inter-token latency, one value per token",
      RequestView::itlNanos,
      "inter_token_latency"),
  /// End-to-end latency: start to last token.
  E2EL(
      Part.WHOLE,
      "e2el",
      "End-to-end latency, start to last token",
      view -> nanos(view.times().e2elNanos()),
      "e2e",
      "latency",
      "e2e_latency",
      "request_latency"),
  /// Time to the first body byte.
  FIRST_BYTE(
      Part.FIRST_TOKEN,
      "first_byte",
      "Start to first body byte",
      view -> nanos(view.times().firstByteNanos()),
      "ttfb"),
  /// Time to the first content of the answer channel.
  FIRST_ANSWER(
      Part.FIRST_TOKEN,
      "first_answer",
      "Start to first answer content",
      view -> nanos(view.times().firstAnswerNanos()),
      "ttfa"),
  /// First token to last token.
  GENERATION_TIME(
      Part.AFTER_FIRST_TOKEN,
      "generation_time",
      "First token to last token",
      view -> nanos(view.times().generationNanos()),
      "generation"),
  /// The gap between two content events: for a request the longest, in a distribution every one.
  CHUNK_GAP(
      Part.STREAM,
      "chunk_gap",
      "Gap between content events",
      view -> view.chunks().count() < 2 ? Double.NaN : view.chunks().longestGapNanos(),
      "gap"),
  /// The longest stall of a reader at the reading speed.
  STALL(
      Part.STREAM,
      "stall",
      "Longest stall of a response",
      view -> view.times().streamed() ? view.reader().longestStallNanos() : Double.NaN),
  /// Start to request written to the upstream: the time spent before the upstream had it.
  GATEWAY_WAIT(
      Part.HOP,
      "gateway_wait",
      "Start to request written to the upstream",
      view -> nanos(view.times().clientWaitNanos())),
  /// Request written to the upstream to status line and headers.
  HEADERS_WAIT(
      Part.HOP,
      "headers_wait",
      "Request written to response headers received",
      view -> headersWait(view.request().stamps())),
  /// Request written to the upstream to first token: only the upstream and the network to it.
  SERVICE_TTFT(
      Part.HOP,
      "service_ttft",
      "Request written to first token",
      view -> nanos(view.times().serviceTtftNanos())),
  /// First byte read to first byte written to the client's socket.
  FORWARD_DELAY(
      Part.HOP,
      "forward_delay",
      "First body byte read to first byte written to the client",
      view -> forwardDelay(view.request())),
  /// Prompt tokens; a count of 0 means unknown.
  PROMPT_TOKENS(
      Part.AMOUNT,
      "prompt_tokens",
      "Prompt tokens of a request",
      view -> view.request().inputTokens() > 0 ? view.request().inputTokens() : Double.NaN),
  /// Output tokens.
  OUTPUT_TOKENS(
      Part.AMOUNT,
      "output_tokens",
      "Output tokens of a request",
      view -> view.request().outputTokens());

  private static final List<LatencyMetric> BOUNDABLE =
      Stream.of(values()).filter(LatencyMetric::boundable).toList();

  private final Part part;
  private final String key;
  private final String title;
  private final ToDoubleFunction<RequestView> value;
  private final List<String> aliases;

  LatencyMetric(
      Part part, String key, String title, ToDoubleFunction<RequestView> value, String... aliases) {
    this.part = part;
    this.key = key;
    this.title = title;
    this.value = value;
    this.aliases = List.of(aliases);
  }

  /// The part of a request that a metric covers. It decides how a cancelled request is judged.
  public enum Part {
    /// From the start to the first token or byte.
    FIRST_TOKEN,
    /// From the first token to the last.
    AFTER_FIRST_TOKEN,
    /// From the start to the last token; the only part that exists without a stream.
    WHOLE,
    /// Between the tokens of a stream.
    STREAM,
    /// In the gateway, or between it and the upstream.
    HOP,
    /// A number of tokens, not a duration.
    AMOUNT
  }

  /// Units of histograms. Values are recorded in whole nanoseconds or whole tokens.
  public enum Unit {
    /// Seconds.
    SECONDS(1e9),
    /// Tokens.
    TOKENS(1);

    private final double parts;

    Unit(double parts) {
      this.parts = parts;
    }

    /// Returns the number of recorded units in one of this unit.
    public double parts() {
      return parts;
    }
  }

  /// Returns the metrics that an SLO can bound.
  public static List<LatencyMetric> boundableMetrics() {
    return BOUNDABLE;
  }

  /// The part of a request that the metric covers.
  public Part part() {
    return part;
  }

  /// Returns the key used in expressions, metrics and documents.
  public String key() {
    return key;
  }

  /// Returns a short description.
  public String title() {
    return title;
  }

  /// Returns other names accepted in expressions: those of other tools, and short forms.
  public List<String> aliases() {
    return aliases;
  }

  /// Returns the unit of a histogram's edges and sum.
  public Unit unit() {
    return part == Part.AMOUNT ? Unit.TOKENS : Unit.SECONDS;
  }

  /// Returns whether an SLO can bound it.
  public boolean boundable() {
    return part != Part.HOP && part != Part.AMOUNT;
  }

  /// Returns whether it exists only for streams, so that bounding it with `--no-stream` is a usage
  /// error.
  public boolean needsStream() {
    return boundable() && part != Part.WHOLE;
  }

  /// Returns whether a request adds a single value to a distribution rather than one per gap or
  /// token.
  public boolean oncePerRequest() {
    return this != ITL && this != CHUNK_GAP;
  }

  /// Returns its value for one request, in nanoseconds or tokens; NaN if it has none.
  public double of(RequestView view) {
    return value.applyAsDouble(view);
  }

  private static double headersWait(Stamps stamps) {
    return between(stamps.sentNanos(), stamps.headersNanos());
  }

  private static double forwardDelay(RequestRecord request) {
    GatewayInfo gatewayInfo = request.passage();
    return gatewayInfo == null
        ? Double.NaN
        : between(request.stamps().firstByteNanos(), gatewayInfo.firstWrittenNanos());
  }

  private static double between(long from, long to) {
    return Stamps.present(from) && Stamps.present(to) ? to - from : Double.NaN;
  }

  private static double nanos(long nanos) {
    return Stamps.present(nanos) ? nanos : Double.NaN;
  }
}
