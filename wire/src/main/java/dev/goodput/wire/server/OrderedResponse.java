package dev.goodput.wire.server;

import dev.goodput.wire.Header;
import dev.goodput.wire.Loop;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The order of a response's calls, whatever the version of HTTP.
abstract sealed class OrderedResponse implements ServerResponse
    permits Http1Response, Http2Response {
  static final long MAX_PENDING = 64L << 20;

  private final Loop loop;
  private final List<Runnable> closedActions = new ArrayList<>(1);
  private boolean headSent;
  private boolean over;

  OrderedResponse(Loop loop) {
    this.loop = loop;
  }

  @Override
  public final void send(int status, List<Header> headers, byte[] body) {
    if (!over) {
      List<Header> all = new ArrayList<>(headers);
      all.add(new Header("content-length", Integer.toString(body.length)));
      headSent = true;
      over = true;
      writeComplete(status, all, body);
    }
  }

  @Override
  public final void head(int status, List<Header> headers) {
    if (over) {
      return;
    }
    if (headSent) {
      throw new IllegalStateException("the head is out already");
    }
    headSent = true;
    writeHead(status, headers);
  }

  @Override
  public final void body(byte[] bytes) {
    body(bytes, 0, bytes.length);
  }

  @Override
  public final void body(byte[] bytes, int offset, int length) {
    if (!over && length > 0) {
      requireHead();
      writeBody(bytes, offset, length);
    }
  }

  private void requireHead() {
    if (!headSent) {
      throw new IllegalStateException("the head comes first");
    }
  }

  @Override
  public final void raw(byte[] bytes) {
    if (!over) {
      headSent = true;
      writeRaw(bytes);
    }
  }

  @Override
  public final void end() {
    if (!over) {
      requireHead();
      over = true;
      writeEnd();
    }
  }

  @Override
  public final void abort() {
    if (!over) {
      over = true;
      reset();
    }
  }

  @Override
  public final void cut() {
    if (!over) {
      over = true;
      closeAfterWrites();
    }
  }

  @Override
  public final void onClosed(Runnable action) {
    closedActions.add(action);
  }

  @Override
  public final boolean over() {
    return over;
  }

  @Override
  public final Loop loop() {
    return loop;
  }

  abstract void writeComplete(int status, List<Header> headers, byte[] body);

  abstract void writeHead(int status, List<Header> headers);

  abstract void writeBody(byte[] bytes, int offset, int length);

  abstract void writeRaw(byte[] bytes);

  abstract void writeEnd();

  abstract void reset();

  abstract void closeAfterWrites();

  /// Handles the end of the connection or stream.
  final void clientLeft() {
    if (!over) {
      over = true;
      closedActions.forEach(Runnable::run);
    }
  }

  /// Handles an exception of the handler.
  final void fail() {
    if (headSent) {
      abort();
    } else {
      send(
          500,
          List.of(new Header("content-type", "text/plain")),
          "internal error\n".getBytes(StandardCharsets.UTF_8));
    }
  }
}
