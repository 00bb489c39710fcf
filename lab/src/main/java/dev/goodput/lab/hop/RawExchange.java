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

/// One request over its own connection, and its response byte by byte. Not thread safe; bodies are
/// written on another thread, because a peer that stops reading a body may have responded already,
/// or may never respond.
final class RawExchange implements ResponseHandler, AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final int ROOM = 64 << 10;

  private final Optional<RawConnection> connection;
  private final NanoClock clock;
  private final long beganNanos;
  private final ResponseParser parser = new ResponseParser(this);
  private final ByteArrayOutputStream raw = new ByteArrayOutputStream();
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private final List<RawResponse.Piece> pieces = new ArrayList<>();
  private final byte[] room = new byte[ROOM];
  private @Nullable ResponseHead head;
  private RawResponse.@Nullable Ending ending;
  private int events;
  private byte last;
  private @Nullable Thread writer;

  private RawExchange(Optional<RawConnection> connection, NanoClock clock) {
    this.connection = connection;
    this.clock = clock;
    this.beganNanos = clock.nanoTime();
    ending = connection.isPresent() ? null : RawResponse.Ending.REFUSED;
    parser.reset();
  }

  /// Connects without sending anything yet.
  static RawExchange open(Endpoint endpoint, NanoClock clock) {
    return new RawExchange(RawConnection.open(endpoint, CONNECT), clock);
  }

  /// Connects and sends a request.
  static RawExchange ask(Endpoint endpoint, byte[] body, NanoClock clock) {
    RawExchange call = open(endpoint, clock);
    call.send(List.of(), body);
    return call;
  }

  /// Sends a whole request.
  void send(List<Header> more, byte[] question) {
    sendHead(more, question);
    sendBody(question);
  }

  /// Sends the head of a request alone.
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
                // A server that refuses a long body may close the connection during the write. Its
                // response is still read.
                var _ = open.write(question);
              });
    });
  }

  /// Reads on until a condition holds or the response has ended.
  ///
  /// @return whether the condition held
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
        // The caller checks the deadline.
      }
      case RawConnection.CLOSED -> closed();
      case RawConnection.RESET -> ending = RawResponse.Ending.RESET;
      default -> taken(count, now);
    }
  }

  private void taken(int count, long now) {
    raw.write(room, 0, count);
    int before = body.size();
    int _ = parser.feed(room, 0, count);
    if (body.size() > before) {
      pieces.add(new RawResponse.Piece(now, body.size()));
    }
  }

  private void closed() {
    boolean whole = parser.endOfInput();
    ending = whole ? RawResponse.Ending.UNFRAMED : RawResponse.Ending.CUT;
  }

  /// Returns the bytes received so far, in HTTP's framing.
  String wire() {
    return raw.toString(StandardCharsets.ISO_8859_1);
  }

  /// Returns how many complete events have arrived so far.
  int events() {
    return events;
  }

  /// Reads to the end of the response.
  ///
  /// @param limit how long the whole response may take
  RawResponse toEnd(Duration limit) {
    var _ = until(() -> false, limit);
    ResponseHead response = head;
    return new RawResponse(
        ending == null ? RawResponse.Ending.SILENT : ending,
        response == null ? 0 : response.status(),
        response == null ? "" : server(response),
        response == null ? "" : response.mediaType(),
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
      ending = RawResponse.Ending.WHOLE;
    }
  }

  @Override
  public void malformed(String detail) {
    ending = RawResponse.Ending.MALFORMED;
  }

  /// Disconnects, whatever is still to come.
  @Override
  public void close() {
    Thread writing = writer;
    if (writing != null) {
      // Interrupts a write that the peer does not read; closing would wait for it.
      writing.interrupt();
    }
    connection.ifPresent(RawConnection::close);
  }
}
