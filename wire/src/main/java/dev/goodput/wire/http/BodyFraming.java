package dev.goodput.wire.http;

import org.jspecify.annotations.Nullable;

/// Where the body of one message ends (RFC 9112 §6): after a number of bytes, after its last chunk,
/// or with the connection. One message after another: call a `begin` before each.
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

  /// For messages of servers, of which a lone LF, or a blank behind a chunk's size, is believed.
  public static BodyFraming lenient() {
    return new BodyFraming(new ChunkedBody(false));
  }

  /// For messages of clients, where whatever two readers could take for different things is a
  /// problem.
  public static BodyFraming strict() {
    return new BodyFraming(new ChunkedBody(true));
  }

  /// Expects the body of a request.
  public void begin(RequestHead head) {
    if (head.bodyLength() == RequestHead.CHUNKED) {
      chunked();
    } else {
      fixed(head.bodyLength());
    }
  }

  /// Expects the body of a final response.
  ///
  /// @param bodiless whether none follows whatever the headers say, as after `HEAD`
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

  /// Takes in what was read; returns how many bytes belong to this message.
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

  /// Whether the body came in chunks.
  public boolean inChunks() {
    return inChunks;
  }

  /// The lines that came behind the last chunk; empty where there were none.
  public byte[] trailers() {
    return inChunks ? chunked.trailers() : new byte[0];
  }

  /// Whether the body ends with the connection.
  public boolean toClose() {
    return state == State.TO_CLOSE;
  }

  /// Bytes that are still to come where their number is known, else -1.
  public long left() {
    return state == State.FIXED ? left : -1;
  }

  /// Whether the next byte is the first of a chunk's size.
  public boolean betweenChunks() {
    return state == State.CHUNKED && chunked.between();
  }

  /// Whether the last of a body's chunks may be among what follows; surely not where it is in none.
  public boolean lastChunkMayBeIn(byte[] bytes, int from, int to) {
    return state == State.CHUNKED && chunked.mayEndIn(bytes, from, to);
  }

  /// What is wrong with the framing, null where nothing is; nothing more is taken in then.
  public @Nullable String problem() {
    return problem;
  }
}
