package dev.goodput.lab.hop;

import dev.goodput.wire.server.ServerRequest;
import java.util.Arrays;

/// What the upstream saw of one request. Guarded by its [Upstream].
final class Attempt {
  private final long receivedNanos;
  private final boolean http10;
  private final boolean http2;
  private final int bodyBytes;
  private final long[] sentNanos;
  private int sent;
  private long leftNanos;
  private boolean left;
  private boolean over;

  /// @param request what was asked
  /// @param events that will be sent at most
  Attempt(ServerRequest request, int events) {
    this.receivedNanos = request.receivedNanos();
    this.http10 = request.http10();
    this.http2 = request.http2();
    this.bodyBytes = request.body().length;
    this.sentNanos = new long[events];
  }

  long receivedNanos() {
    return receivedNanos;
  }

  boolean http10() {
    return http10;
  }

  boolean http2() {
    return http2;
  }

  int bodyBytes() {
    return bodyBytes;
  }

  void sent(long nanos) {
    sentNanos[sent++] = nanos;
  }

  /// When each content event was written.
  long[] sentNanos() {
    return Arrays.copyOf(sentNanos, sent);
  }

  void left(long nanos) {
    left = true;
    leftNanos = nanos;
  }

  /// Whether whoever asked left before the answer was over.
  boolean hasLeft() {
    return left;
  }

  /// When that was seen.
  long leftNanos() {
    return leftNanos;
  }

  void end() {
    over = true;
  }

  /// Whether the answer was written to its end.
  boolean over() {
    return over;
  }
}
