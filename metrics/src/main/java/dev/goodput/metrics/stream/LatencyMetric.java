package dev.goodput.metrics.stream;

import dev.goodput.record.Passage;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/// What is measured of each request: the latencies that an SLO can bound, those of a gateway's hop,
/// and the tokens asked and answered. METRICS.md §2 and §3 define them.
///
/// This is the one list: SLO expressions, histograms, windows, exports and live documents go
/// through it.
@SuppressWarnings("ImmutableEnumChecker") // the functions hold nothing, the lists are copies
public enum LatencyMetric {
  /// Time to first token.
  TTFT(
      Part.FIRST_WORD,
      "ttft",
      "Time to first token",
      view -> nanos(view.times().ttftNanos()),
      "time_to_first_token"),
  /// Time per output token: generation time ÷ (N − 1).
  TPOT(
      Part.STREAM,
      "tpot",
      "Time per output token, one value a request",
      view -> view.times().tpotNanos(),
      "time_per_output_token"),
  /// Inter-token latency of a request: the mean over its tokens; its longest is [#CHUNK_GAP]. In a
  /// distribution each gap is spread over the tokens of its chunk, one value a token.
  ITL(
      Part.STREAM,
      "itl",
      "Inter-token latency, one value a token",
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
      Part.FIRST_WORD,
      "first_byte",
      "Start to first body byte",
      view -> nanos(view.times().firstByteNanos()),
      "ttfb"),
  /// Time to the first content of the answer channel.
  FIRST_ANSWER(
      Part.FIRST_WORD,
      "first_answer",
      "Start to first answer content",
      view -> nanos(view.times().firstAnswerNanos()),
      "ttfa"),
  /// First token to last token.
  GENERATION_TIME(
      Part.AFTER_FIRST_WORD,
      "generation_time",
      "First token to last token",
      view -> nanos(view.times().generationNanos()),
      "generation"),
  /// The longest gap between two content events; in a distribution each gap is a value.
  CHUNK_GAP(
      Part.STREAM,
      "chunk_gap",
      "Gap between content events",
      view -> view.chunks().count() < 2 ? Double.NaN : view.chunks().longestGapNanos(),
      "gap"),
  /// The longest stall of a reader at the reading pace.
  STALL(
      Part.STREAM,
      "stall",
      "An answer's longest stall",
      view -> view.times().streamed() ? view.reader().longestStallNanos() : Double.NaN),
  /// Request written to the upstream − start: what was spent before the upstream had it.
  GATEWAY_WAIT(
      Part.HOP,
      "gateway_wait",
      "Start to request written upstream",
      view -> nanos(view.times().clientWaitNanos())),
  /// Request written to the upstream to status line and headers.
  HEADERS_WAIT(
      Part.HOP,
      "headers_wait",
      "Request written to status and headers",
      view -> headersWait(view.request().stamps())),
  /// Request written to the upstream to first token: the upstream and the network to it alone.
  SERVICE_TTFT(
      Part.HOP,
      "service_ttft",
      "Request written to first token",
      view -> nanos(view.times().serviceTtftNanos())),
  /// First byte read to first byte handed to the client's socket.
  FORWARD_DELAY(
      Part.HOP,
      "forward_delay",
      "First byte read to handed on",
      view -> forwardDelay(view.request())),
  /// Prompt tokens; a count of 0 means that the prompt was not counted.
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
  private final String word;
  private final String title;
  private final ToDoubleFunction<RequestView> value;
  private final List<String> aliases;

  LatencyMetric(
      Part part,
      String word,
      String title,
      ToDoubleFunction<RequestView> value,
      String... aliases) {
    this.part = part;
    this.word = word;
    this.title = title;
    this.value = value;
    this.aliases = List.of(aliases);
  }

  /// The part of a request that a metric covers; it decides how a cancelled request is judged.
  public enum Part {
    /// From the start to a first word.
    FIRST_WORD,
    /// From the first word to the last.
    AFTER_FIRST_WORD,
    /// From the start to the last word; the one that exists without a stream.
    WHOLE,
    /// Between the words of a stream.
    STREAM,
    /// What a gateway or its way to the upstream takes.
    HOP,
    /// No duration: tokens.
    AMOUNT
  }

  /// Units of histograms; values are recorded as whole nanoseconds or whole tokens.
  public enum Unit {
    /// Seconds.
    SECONDS(1e9),
    /// Tokens.
    TOKENS(1);

    private final double parts;

    Unit(double parts) {
      this.parts = parts;
    }

    /// So many of what is recorded make one.
    public double parts() {
      return parts;
    }
  }

  /// Those that an SLO can bound.
  public static List<LatencyMetric> thatAnSloBounds() {
    return BOUNDABLE;
  }

  /// The part of a request that it covers.
  public Part part() {
    return part;
  }

  /// The word in expressions, metrics and documents.
  public String word() {
    return word;
  }

  /// What it is, in a few words.
  public String title() {
    return title;
  }

  /// Other words for it in expressions: those of peers, and short forms.
  public List<String> aliases() {
    return aliases;
  }

  /// The unit of a histogram's edges and sum.
  public Unit unit() {
    return part == Part.AMOUNT ? Unit.TOKENS : Unit.SECONDS;
  }

  /// Whether an SLO can bound it.
  public boolean boundable() {
    return part != Part.HOP && part != Part.AMOUNT;
  }

  /// Whether it cannot exist without streaming, so that bounding it with `--no-stream` is a usage
  /// error.
  public boolean needsStream() {
    return boundable() && part != Part.WHOLE;
  }

  /// Whether a request adds one value to a distribution, not one for each gap or token.
  public boolean oncePerRequest() {
    return this != ITL && this != CHUNK_GAP;
  }

  /// Its value of one request, in nanoseconds or tokens; NaN where the request has none.
  public double of(RequestView view) {
    return value.applyAsDouble(view);
  }

  private static double headersWait(Stamps stamps) {
    return between(stamps.sentNanos(), stamps.headersNanos());
  }

  private static double forwardDelay(RequestRecord request) {
    Passage passage = request.passage();
    return passage == null
        ? Double.NaN
        : between(request.stamps().firstByteNanos(), passage.firstWrittenNanos());
  }

  private static double between(long from, long to) {
    return Stamps.present(from) && Stamps.present(to) ? to - from : Double.NaN;
  }

  private static double nanos(long nanos) {
    return Stamps.present(nanos) ? nanos : Double.NaN;
  }
}
