package dev.goodput.wire.http;

import org.jspecify.annotations.Nullable;

/// The framing of one message's body (RFC 9112 §6): it ends after a number of bytes, after its last
/// chunk, or with the connection. For several messages, call a `begin` before each.
public final class BodyFraming {
  private enum State {
    FIXED,
    TO_CLOSE,
    CHUNKED,
    DONE,
    FAILED
  }

  private final ChunkedBody chunked;
  private State state = State.DONE;
  private long left;
  private boolean inChunks;
  private @Nullable String problem;

  private BodyFraming(ChunkedBody chunked) {
    this.chunked = chunked;
  }

  /// Returns a framing for messages of servers, which accepts a bare LF and blanks after a chunk's
  /// size.
  public static BodyFraming lenient() {
    return new BodyFraming(new ChunkedBody(false));
  }

  /// Returns a framing for messages of clients, which rejects whatever two readers could understand
  /// differently.
  public static BodyFraming strict() {
    return new BodyFraming(new ChunkedBody(true));
  }

  /// Starts the body of a request.
  public void begin(RequestHead head) {
    if (head.bodyLength() == RequestHead.CHUNKED) {
      chunked();
    } else {
      fixed(head.bodyLength());
    }
  }

  /// Starts the body of a final response.
  ///
  /// @param bodiless whether there is no body whatever the headers state, as after `HEAD`
  public void begin(ResponseHead head, boolean bodiless) {
    TransferCodings codings = head.codings();
    String unreadable = codings.problem();
    String length = head.joined("content-length");
    if (bodiless || head.status() == 204 || head.status() == 304) {
      fixed(0);
    } else if (unreadable != null) {
      fail(unreadable);
    } else if (codings.chunked()) {
      chunked();
    } else if (length.isEmpty()) {
      state = State.TO_CLOSE;
      inChunks = false;
      problem = null;
    } else {
      fixed(StatusLine.length(length));
      if (left < 0) {
        fail("content-length \"" + length + "\" is no length");
      }
    }
  }

  private void chunked() {
    state = State.CHUNKED;
    inChunks = true;
    problem = null;
    chunked.reset();
  }

  private void fixed(long length) {
    left = length;
    inChunks = false;
    problem = null;
    state = length == 0 ? State.DONE : State.FIXED;
  }

  private void fail(String detail) {
    problem = detail;
    state = State.FAILED;
  }

  /// Handles bytes that were read. Returns how many of them belong to this message.
  public int feed(byte[] bytes, int from, int to, BodySink sink) {
    if (from == to) {
      return 0;
    }
    return switch (state) {
      case FIXED -> fixed(bytes, from, to, sink);
      case TO_CLOSE -> {
        sink.body(bytes, from, to);
        yield to - from;
      }
      case CHUNKED -> chunks(bytes, from, to, sink);
      case DONE, FAILED -> 0;
    };
  }

  private int fixed(byte[] bytes, int from, int to, BodySink sink) {
    int end = (int) Math.min(to, from + left);
    left -= end - from;
    state = left == 0 ? State.DONE : State.FIXED;
    sink.body(bytes, from, end);
    return end - from;
  }

  private int chunks(byte[] bytes, int from, int to, BodySink sink) {
    int end = chunked.feed(bytes, from, to, sink);
    String found = chunked.problem();
    if (found != null) {
      fail(found);
    } else if (chunked.done()) {
      state = State.DONE;
    }
    return end - from;
  }

  /// Whether the message is complete.
  public boolean done() {
    return state == State.DONE;
  }

  /// Whether the body is chunked.
  public boolean inChunks() {
    return inChunks;
  }

  /// Returns the lines after the last chunk; empty if there are none.
  public byte[] trailers() {
    return inChunks ? chunked.trailers() : new byte[0];
  }

  /// Whether the body ends with the connection.
  public boolean toClose() {
    return state == State.TO_CLOSE;
  }

  /// Returns how many bytes are still to come, or -1 if unknown.
  public long left() {
    return state == State.FIXED ? left : -1;
  }

  /// Whether the next byte is the first of a chunk's size.
  public boolean betweenChunks() {
    return state == State.CHUNKED && chunked.between();
  }

  /// Whether these bytes may contain the last chunk of a chunked body.
  public boolean lastChunkMayBeIn(byte[] bytes, int from, int to) {
    return state == State.CHUNKED && chunked.mayEndIn(bytes, from, to);
  }

  /// Describes what is wrong with the framing; null if nothing is. After a problem, no more bytes
  /// are accepted.
  public @Nullable String problem() {
    return problem;
  }
}
