package dev.goodput.lab.hop;

import dev.goodput.wire.server.ServerRequest;
import java.util.Arrays;

/// The upstream's view of one request. Guarded by its [ProbeUpstream].
final class UpstreamRequest {
  private final long receivedNanos;
  private final boolean http10;
  private final boolean http2;
  private final int bodyBytes;
  private final long[] sentNanos;
  private int sent;
  private long leftNanos;
  private boolean left;
  private boolean over;

  /// @param request the request
  /// @param events the most content events that will be sent
  UpstreamRequest(ServerRequest request, int events) {
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

  /// Returns when each content event was written.
  long[] sentNanos() {
    return Arrays.copyOf(sentNanos, sent);
  }

  void left(long nanos) {
    left = true;
    leftNanos = nanos;
  }

  /// Returns whether the client left before the response ended.
  boolean hasLeft() {
    return left;
  }

  /// Returns when the upstream noticed that the client had left.
  long leftNanos() {
    return leftNanos;
  }

  void end() {
    over = true;
  }

  /// Returns whether the response was written to its end.
  boolean over() {
    return over;
  }
}
