package dev.goodput.lab.hop;

import dev.goodput.wire.Header;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.client.RawConnection;
import dev.goodput.wire.http.ResponseHandler;
import dev.goodput.wire.http.ResponseHead;
import dev.goodput.wire.http.ResponseParser;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One question over a connection of its own, and its answer byte by byte. One thread; bodies are
/// written beside it, as whoever takes no more of one may have answered already, or never will.
final class RawCall implements ResponseHandler, AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final int ROOM = 64 << 10;

  private final Optional<RawConnection> connection;
  private final NanoClock clock;
  private final long beganNanos;
  private final ResponseParser parser = new ResponseParser(this);
  private final ByteArrayOutputStream raw = new ByteArrayOutputStream();
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private final List<RawAnswer.Piece> pieces = new ArrayList<>();
  private final byte[] room = new byte[ROOM];
  private @Nullable ResponseHead head;
  private RawAnswer.@Nullable Ending ending;
  private int events;
  private byte last;
  private @Nullable Thread writer;

  private RawCall(Optional<RawConnection> connection, NanoClock clock) {
    this.connection = connection;
    this.clock = clock;
    this.beganNanos = clock.nanoTime();
    ending = connection.isPresent() ? null : RawAnswer.Ending.REFUSED;
    parser.reset();
  }

  /// Connects and sends nothing yet.
  static RawCall open(Endpoint endpoint, NanoClock clock) {
    return new RawCall(RawConnection.open(endpoint, CONNECT), clock);
  }

  /// Connects and asks.
  static RawCall ask(Endpoint endpoint, byte[] body, NanoClock clock) {
    RawCall call = open(endpoint, clock);
    call.send(List.of(), body);
    return call;
  }

  /// Sends a whole question.
  void send(List<Header> more, byte[] question) {
    sendHead(more, question);
    sendBody(question);
  }

  /// Sends the head of a question alone.
  void sendHead(List<Header> more, byte[] question) {
    connection.ifPresent(open -> {
      var _ = open.write(open.head(more, question));
    });
  }

  /// Sends the body that a head announced.
  void sendBody(byte[] question) {
    connection.ifPresent(open -> {
      writer =
          Thread.ofVirtual()
              .name("goodput-hop-body")
              .start(() -> {
                // Whoever refuses a long body may close under it: what it said is read all the
                // same.
                var _ = open.write(question);
              });
    });
  }

  /// Reads on until something holds or the answer is over.
  ///
  /// @return whether it held
  boolean until(BooleanSupplier condition, Duration limit) {
    long end = clock.nanoTime() + limit.toNanos();
    while (ending == null && !condition.getAsBoolean()) {
      long left = end - clock.nanoTime();
      if (left <= 0) {
        break;
      }
      read(Duration.ofNanos(left));
    }
    return condition.getAsBoolean();
  }

  private void read(Duration limit) {
    RawConnection open = connection.orElseThrow();
    int count = open.read(room, limit);
    long now = clock.nanoTime();
    switch (count) {
      case RawConnection.SILENT -> {
        // The deadline is the caller's.
      }
      case RawConnection.CLOSED -> closed();
      case RawConnection.RESET -> ending = RawAnswer.Ending.RESET;
      default -> taken(count, now);
    }
  }

  private void taken(int count, long now) {
    raw.write(room, 0, count);
    int before = body.size();
    int _ = parser.feed(room, 0, count);
    if (body.size() > before) {
      pieces.add(new RawAnswer.Piece(now, body.size()));
    }
  }

  private void closed() {
    boolean whole = parser.endOfInput();
    ending = whole ? RawAnswer.Ending.UNFRAMED : RawAnswer.Ending.CUT;
  }

  /// Bytes that came so far, in HTTP's framing.
  String wire() {
    return raw.toString(StandardCharsets.ISO_8859_1);
  }

  /// Events that came whole so far.
  int events() {
    return events;
  }

  /// Reads to the end.
  ///
  /// @param limit how long the whole of it may take
  RawAnswer toEnd(Duration limit) {
    var _ = until(() -> false, limit);
    ResponseHead told = head;
    return new RawAnswer(
        ending == null ? RawAnswer.Ending.SILENT : ending,
        told == null ? 0 : told.status(),
        told == null ? "" : server(told),
        told == null ? "" : told.mediaType(),
        body.toString(StandardCharsets.ISO_8859_1),
        List.copyOf(pieces),
        (clock.nanoTime() - beganNanos) / 1e9,
        wire());
  }

  private static String server(ResponseHead head) {
    return Stream.of("server", "via")
        .flatMap(name -> Stream.ofNullable(head.header(name)))
        .collect(Collectors.joining(", "));
  }

  @Override
  public void head(ResponseHead head) {
    this.head = head;
  }

  @Override
  public void body(byte[] bytes, int from, int to) {
    body.write(bytes, from, to - from);
    for (int at = from; at < to; at++) {
      byte next = bytes[at];
      events += next == '\n' && last == '\n' ? 1 : 0;
      last = next == '\r' ? last : next;
    }
  }

  @Override
  public void end() {
    if (ending == null) {
      ending = RawAnswer.Ending.WHOLE;
    }
  }

  @Override
  public void malformed(String detail) {
    ending = RawAnswer.Ending.MALFORMED;
  }

  /// Leaves, whatever is still to come.
  @Override
  public void close() {
    Thread writing = writer;
    if (writing != null) {
      // Out of a write that nobody takes, for which closing would wait.
      writing.interrupt();
    }
    connection.ifPresent(RawConnection::close);
  }
}
