package dev.goodput.telemetry;

import dev.goodput.metrics.traffic.TrafficLabels;
import dev.goodput.metrics.traffic.WasteCause;
import dev.goodput.record.ByteSink;
import dev.goodput.record.ByteSource;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenSource;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The binary form of a [RequestEvent]: three bytes of header, then about 90 bytes.
///
/// The header is the letter `G`, the major and the minor version. Rules of evolution:
///
/// - A minor version appends fields and changes nothing before them. A reader ignores what follows
///   the fields that it knows, and uses a default for fields that an older writer did not write.
/// - A code that a reader does not know (outcome, waste cause) becomes `other` or none. The kind of
///   the outcome is always known.
/// - A major version may change everything, and an older reader refuses it by its number.
///
/// Minor version 1 appends the session, 2 the reading. A writer uses the smallest minor version
/// that holds the event.
public final class EventCodec {
  /// The largest length of a name, in bytes of UTF-8.
  public static final int LONGEST_NAME = 256;

  /// The outcome of an event whose outcome a newer version of Goodput named.
  public static final String OTHER = "other";

  static final int MAJOR = 1;

  private static final int OTHER_CODE = 255;

  private static final int MAGIC = 'G';
  private static final int SESSION_MINOR = 1;
  private static final int READING_MINOR = 2;
  private static final int TYPICAL_BYTES = 128;

  /// By code, which never changes; new keys are appended.
  static final List<String> OUTCOMES =
      List.of(
          "ok",
          "http_error",
          "error_event",
          "empty",
          "truncated",
          "refused",
          "reset",
          "tls",
          "timeout_connect",
          "timeout_first_token",
          "timeout_idle",
          "timeout_total",
          "malformed",
          "unsent",
          "cancelled");

  /// By code − 1, which never changes; code 0 is no waste.
  private static final List<WasteCause> CAUSES =
      List.of(
          WasteCause.RETRIED,
          WasteCause.CLIENT_GONE,
          WasteCause.TIMED_OUT,
          WasteCause.TRUNCATED,
          WasteCause.ERRORED,
          WasteCause.LATE);

  private static final List<EventResult.Kind> KINDS =
      List.of(EventResult.Kind.OK, EventResult.Kind.FAILED, EventResult.Kind.CANCELLED);
  private static final List<TokenSource> SOURCES =
      List.of(TokenSource.USAGE, TokenSource.TOKENIZER, TokenSource.CHUNKS);

  /// By code − 1; code 0 is none.
  private static final List<EventWait> WAITS = List.of(EventWait.LEFT, EventWait.TIMED_OUT);

  private static final int LAST = 1;
  private static final int STREAMED = 1 << 1;
  private static final int DISPATCHED = 1 << 2;
  private static final int SENT = 1 << 3;
  private static final int TTFT = 1 << 4;
  private static final int GENERATION = 1 << 5;
  private static final int E2EL = 1 << 6;
  private static final int PRICED = 1 << 7;
  private static final int VERDICT = 1 << 8;
  private static final int JUDGED = 1 << 9;
  private static final int GOOD = 1 << 10;
  private static final int KIND_SHIFT = 11;
  private static final int SOURCE_SHIFT = 13;
  private static final int WAIT_SHIFT = 15;
  private static final int READING = 1 << 17;
  private static final int TWO_BITS = 3;

  private EventCodec() {}

  /// Returns the bytes of an event.
  ///
  /// @throws IllegalArgumentException if a name is longer than [#LONGEST_NAME]
  public static byte[] encode(RequestEvent event) {
    ByteSink sink = new ByteSink(TYPICAL_BYTES);
    write(event, sink);
    return Arrays.copyOf(sink.bytes(), sink.length());
  }

  private static void write(RequestEvent event, ByteSink sink) {
    EventReading reading = event.reading();
    int minor = reading != null ? READING_MINOR : event.session().isEmpty() ? 0 : SESSION_MINOR;
    sink.octet(MAGIC);
    sink.octet(MAJOR);
    sink.octet(minor);
    sink.varint(event.endedMicros());
    sink.varint(flags(event));
    sink.varint(event.residenceNanos());
    write(event.source(), sink);
    name(event.labels().tenant(), sink);
    name(event.labels().model(), sink);
    name(event.labels().route(), sink);
    name(event.labels().upstream(), sink);
    name(event.labels().sloClass(), sink);
    latency(event.ttftNanos(), sink);
    latency(event.generationNanos(), sink);
    latency(event.e2elNanos(), sink);
    write(event.tokens(), sink);
    write(event.result(), sink);
    if (event.costNanos() >= 0) {
      sink.varint(event.costNanos());
    }
    EventVerdict verdict = event.verdict();
    if (verdict != null) {
      sink.fixed32(verdict.slo());
      sink.varint(verdict.applies());
      sink.varint(verdict.within());
    }
    if (minor >= SESSION_MINOR) {
      name(event.session(), sink);
    }
    if (reading != null) {
      write(reading, sink);
    }
  }

  static void write(EventSource source, ByteSink sink) {
    name(source.gateway(), sink);
    sink.fixed32((int) (source.boot() >>> Integer.SIZE));
    sink.fixed32((int) source.boot());
    sink.varint(source.sequence());
  }

  private static long flags(RequestEvent event) {
    EventResult result = event.result();
    EventVerdict verdict = event.verdict();
    return flag(result.last(), LAST)
        | flag(result.streamed(), STREAMED)
        | flag(result.dispatched(), DISPATCHED)
        | flag(result.sent(), SENT)
        | flag(Stamps.present(event.ttftNanos()), TTFT)
        | flag(Stamps.present(event.generationNanos()), GENERATION)
        | flag(Stamps.present(event.e2elNanos()), E2EL)
        | flag(event.costNanos() >= 0, PRICED)
        | flag(verdict != null, VERDICT)
        | flag(verdict != null && verdict.judged(), JUDGED)
        | flag(verdict != null && verdict.good(), GOOD)
        | KINDS.indexOf(result.kind()) << KIND_SHIFT
        | SOURCES.indexOf(event.tokens().source()) << SOURCE_SHIFT
        | (event.waitEnded() == null ? 0 : WAITS.indexOf(event.waitEnded()) + 1) << WAIT_SHIFT
        | flag(event.reading() != null, READING);
  }

  private static int flag(boolean set, int bit) {
    return set ? bit : 0;
  }

  private static void name(String name, ByteSink sink) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > LONGEST_NAME) {
      throw new IllegalArgumentException(
          "a name of an event has at most %d bytes, not %d: %s…"
              .formatted(LONGEST_NAME, bytes.length, name.substring(0, 40)));
    }
    sink.block(bytes);
  }

  private static void latency(long nanos, ByteSink sink) {
    if (Stamps.present(nanos)) {
      sink.zigzag(nanos);
    }
  }

  private static void write(EventTokens tokens, ByteSink sink) {
    sink.varint(tokens.input());
    sink.varint(tokens.output());
    sink.varint(tokens.streamed());
    sink.varint(tokens.carried());
    sink.varint(tokens.cachedInput() + 1L);
    sink.varint(tokens.reasoning() + 1L);
    sink.varint(tokens.onTime());
  }

  private static void write(EventReading reading, ByteSink sink) {
    sink.varint(reading.stalls());
    sink.varint(reading.stutters());
    sink.varint(reading.stallMicros());
    sink.varint(reading.longestStallNanos());
    sink.varint(reading.readingMicros());
  }

  private static void write(EventResult result, ByteSink sink) {
    WasteCause waste = result.waste();
    sink.octet(code(result.outcome()));
    sink.varint(result.status());
    sink.varint(result.attempt());
    sink.octet(code(waste));
  }

  static int code(@Nullable WasteCause waste) {
    return waste == null ? 0 : CAUSES.indexOf(waste) + 1;
  }

  /// Returns the cause of a code; null for no waste, and for a cause that a newer version named.
  static @Nullable WasteCause cause(int code) {
    return code == 0 || code > CAUSES.size() ? null : CAUSES.get(code - 1);
  }

  private static int code(String outcome) {
    if (outcome.equals(OTHER)) {
      return OTHER_CODE;
    }
    int code = OUTCOMES.indexOf(outcome);
    if (code < 0) {
      throw new IllegalArgumentException("no outcome has the key \"" + outcome + "\"");
    }
    return code;
  }

  /// Returns the event.
  ///
  /// @throws EventFormatException if the bytes are not an event, are damaged, or have a newer major
  ///   version
  public static RequestEvent decode(byte[] bytes) {
    return decode(bytes, new LabelCache());
  }

  /// Returns the event as [#decode(byte[])] does, with labels of earlier events where they are the
  /// same.
  public static RequestEvent decode(byte[] bytes, LabelCache known) {
    ByteSource source = new ByteSource(bytes, bytes.length);
    int minor = header(source);
    try {
      return read(source, minor, known);
    } catch (IllegalArgumentException e) {
      throw damaged(false, e);
    }
  }

  private static int header(ByteSource source) {
    return header(source, MAGIC, MAJOR, "request event");
  }

  /// Reads the header of an event or of a partial.
  static void header(ByteSource source, boolean partial) {
    var unused =
        partial ? header(source, Partial.MAGIC, Partial.MAJOR, Partial.NAME) : header(source);
  }

  static EventFormatException damaged(boolean partial, IllegalArgumentException e) {
    return new EventFormatException(
        "damaged %s: %s".formatted(partial ? Partial.NAME : "event", e.getMessage()));
  }

  /// Reads a header and returns the minor version.
  static int header(ByteSource source, int magic, int major, String what) {
    if (source.remaining() < 3) {
      throw new EventFormatException(
          "not a %s: %d bytes, at least 3 expected".formatted(what, source.remaining()));
    }
    int found = source.octet();
    if (found != magic) {
      throw new EventFormatException(
          "not a %s: it starts with 0x%02x, not 0x%02x".formatted(what, found, magic));
    }
    int foundMajor = source.octet();
    int minor = source.octet();
    if (foundMajor != major) {
      throw new EventFormatException(
          "%s of format version %d.%d; this Goodput reads version %d"
              .formatted(what, foundMajor, minor, major));
    }
    return minor;
  }

  private static RequestEvent read(ByteSource source, int minor, LabelCache known) {
    long ended = amount(source);
    int flags = (int) source.varint();
    long residence = amount(source);
    EventSource origin = source(source);
    TrafficLabels labels = known.read(source);
    long ttft = latency(flags & TTFT, source);
    long generation = latency(flags & GENERATION, source);
    long e2el = latency(flags & E2EL, source);
    EventTokens tokens = tokens(flags, source);
    EventResult result = result(flags, source);
    long cost = (flags & PRICED) == 0 ? -1 : amount(source);
    EventVerdict verdict = verdict(flags, source);
    String session = minor >= SESSION_MINOR ? name(source) : "";
    boolean read = minor >= READING_MINOR && (flags & READING) != 0;
    return new RequestEvent(
        origin,
        labels,
        session,
        ended,
        residence,
        ttft,
        generation,
        e2el,
        tokens,
        result,
        cost,
        verdict,
        wait(flags),
        read ? reading(source) : null);
  }

  static EventSource source(ByteSource source) {
    String gateway = name(source);
    long boot = (long) source.fixed32() << Integer.SIZE | (source.fixed32() & 0xffffffffL);
    return new EventSource(gateway, boot, amount(source));
  }

  private static @Nullable EventWait wait(int flags) {
    int code = flags >>> WAIT_SHIFT & TWO_BITS;
    return code == 0 || code > WAITS.size() ? null : WAITS.get(code - 1);
  }

  private static EventReading reading(ByteSource source) {
    return new EventReading(
        source.natural(), source.natural(), amount(source), amount(source), amount(source));
  }

  static String name(ByteSource source) {
    String name = source.text();
    if (name.length() > LONGEST_NAME) {
      throw new IllegalArgumentException(
          "a name has %d characters, at most %d are allowed"
              .formatted(name.length(), LONGEST_NAME));
    }
    return name;
  }

  static long amount(ByteSource source) {
    long amount = source.varint();
    if (amount < 0) {
      throw new IllegalArgumentException("a number is negative");
    }
    return amount;
  }

  private static long latency(int present, ByteSource source) {
    return present == 0 ? Stamps.ABSENT : source.zigzag();
  }

  private static EventTokens tokens(int flags, ByteSource source) {
    int input = source.natural();
    int output = source.natural();
    int streamed = source.natural();
    long carried = amount(source);
    int cached = source.natural() - 1;
    int reasoning = source.natural() - 1;
    TokenSource by = known(SOURCES, flags >>> SOURCE_SHIFT & TWO_BITS, "token source");
    return new EventTokens(input, output, by, streamed, carried, cached, reasoning, amount(source));
  }

  private static EventResult result(int flags, ByteSource source) {
    int outcome = source.octet();
    int status = source.natural();
    int attempt = source.natural();
    int waste = source.octet();
    return new EventResult(
        known(KINDS, flags >>> KIND_SHIFT & TWO_BITS, "kind of outcome"),
        outcome < OUTCOMES.size() ? OUTCOMES.get(outcome) : OTHER,
        status,
        attempt,
        (flags & LAST) != 0,
        (flags & STREAMED) != 0,
        (flags & DISPATCHED) != 0,
        (flags & SENT) != 0,
        cause(waste));
  }

  private static <T> T known(List<T> values, int code, String what) {
    if (code >= values.size()) {
      throw new IllegalArgumentException("no " + what + " has the number " + code);
    }
    return values.get(code);
  }

  private static @Nullable EventVerdict verdict(int flags, ByteSource source) {
    return (flags & VERDICT) == 0
        ? null
        : new EventVerdict(
            source.fixed32(),
            (flags & JUDGED) != 0,
            (flags & GOOD) != 0,
            source.varint(),
            source.varint());
  }
}
