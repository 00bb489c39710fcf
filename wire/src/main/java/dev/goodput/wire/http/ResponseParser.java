package dev.goodput.wire.http;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// An HTTP/1.x response parser for reads of any size.
///
/// Follows RFC 9112: fixed length, chunked with extensions and trailers, or up to the end of the
/// connection. Interim responses are skipped; a bare LF ends a line, too. For several responses,
/// call [#reset] before each.
public final class ResponseParser {
  private static final int HEAD_LIMIT = 256 * 1024;
  private static final byte[] NOTHING = new byte[0];

  private enum State {
    HEAD,
    BODY,
    DONE,
    FAILED
  }

  private final ResponseHandler handler;
  private final BodyFraming framing = BodyFraming.lenient();
  private State state = State.DONE;
  private byte[] partialHead = NOTHING;
  private boolean begun;
  private boolean keepAlive;
  private @Nullable ResponseHead head;

  /// Creates a parser that calls `handler`. It accepts nothing before [#reset].
  public ResponseParser(ResponseHandler handler) {
    this.handler = handler;
  }

  /// Starts a response.
  public void reset() {
    state = State.HEAD;
    partialHead = NOTHING;
    begun = false;
    keepAlive = false;
    head = null;
  }

  /// Parses bytes that were read. Returns how many of them belong to this response.
  public int feed(byte[] bytes, int from, int to) {
    int at = from;
    begun |= to > from;
    while (at < to && state != State.DONE && state != State.FAILED) {
      at =
          switch (state) {
            case HEAD -> head(bytes, at, to);
            case BODY -> body(bytes, at, to);
            case DONE, FAILED -> at;
          };
    }
    return at - from;
  }

  /// Handles the end of the other side's output. Returns whether the response is complete.
  public boolean endOfInput() {
    if (state == State.BODY && framing.toClose()) {
      complete();
    }
    return state == State.DONE;
  }

  /// Whether any byte of the response was received.
  public boolean hasStarted() {
    return begun;
  }

  /// Whether the response is complete.
  public boolean done() {
    return state == State.DONE;
  }

  /// Whether the next byte is the first of a chunk's size, in a chunked body.
  public boolean betweenChunks() {
    return state == State.BODY && framing.betweenChunks();
  }

  /// Whether the connection can carry another request once this response is complete.
  public boolean keepsAlive() {
    return keepAlive;
  }

  /// Whether the connection can carry another request now.
  public boolean reusable() {
    return state == State.DONE && keepAlive;
  }

  private int body(byte[] bytes, int from, int to) {
    int end = from + framing.feed(bytes, from, to, handler);
    framed();
    return end;
  }

  /// Handles a problem or the end of the body.
  private void framed() {
    String problem = framing.problem();
    if (problem != null) {
      fail(problem);
    } else if (framing.done() && state == State.BODY) {
      complete();
    }
  }

  private void complete() {
    state = State.DONE;
    handler.end();
  }

  private void fail(String detail) {
    state = State.FAILED;
    keepAlive = false;
    handler.malformed(detail);
  }

  private int head(byte[] bytes, int from, int to) {
    int before = partialHead.length;
    if (before == 0) {
      int end = headEnd(bytes, from, to);
      if (end >= 0) {
        headers(Arrays.copyOfRange(bytes, from, end));
        return end;
      }
    }
    byte[] joined = Arrays.copyOf(partialHead, before + to - from);
    System.arraycopy(bytes, from, joined, before, to - from);
    int end = headEnd(joined, 0, joined.length);
    if (end >= 0) {
      partialHead = NOTHING;
      headers(Arrays.copyOf(joined, end));
      return from + end - before;
    }
    partialHead = joined;
    if (StatusLine.hopeless(joined)) {
      fail(StatusLine.problem(joined));
    } else if (joined.length > HEAD_LIMIT) {
      fail("headers over " + HEAD_LIMIT + " bytes");
    }
    return to;
  }

  /// Returns the index after the blank line, or -1 if there is none yet.
  private static int headEnd(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] != '\n') {
        continue;
      }
      if (i + 1 < to && bytes[i + 1] == '\n') {
        return i + 2;
      }
      if (i + 2 < to && bytes[i + 1] == '\r' && bytes[i + 2] == '\n') {
        return i + 3;
      }
    }
    return -1;
  }

  private void headers(byte[] bytes) {
    int status = StatusLine.status(bytes);
    if (status < 0) {
      fail(StatusLine.problem(bytes));
      return;
    }
    if (status == 101) {
      fail("the server switches protocols (101)");
      return;
    }
    if (status < 200) {
      return;
    }
    ResponseHead parsed = new ResponseHead(bytes, status, StatusLine.oneDotZero(bytes));
    head = parsed;
    framing.begin(parsed, false);
    keepAlive = parsed.keepAlive() && !framing.toClose();
    String problem = framing.problem();
    if (problem != null) {
      fail(problem);
      return;
    }
    state = State.BODY;
    handler.head(parsed);
    framed();
  }

  /// Returns the head of the current response, null before it was received.
  public @Nullable ResponseHead head() {
    return head;
  }
}
