package dev.goodput.lab.hop;

import java.util.Arrays;

/// What the upstream saw of one request. Guarded by its [Upstream].
final class Attempt {
  private final long receivedNanos;
  private final boolean http10;
  private final int bodyBytes;
  private final long[] sentNanos;
  private int sent;
  private long leftNanos;
  private boolean left;
  private boolean over;

  /// @param receivedNanos when the whole request had been read
  /// @param http10 whether it was asked in HTTP/1.0
  /// @param events that will be sent at most
  Attempt(long receivedNanos, boolean http10, int bodyBytes, int events) {
    this.receivedNanos = receivedNanos;
    this.http10 = http10;
    this.bodyBytes = bodyBytes;
    this.sentNanos = new long[events];
  }

  long receivedNanos() {
    return receivedNanos;
  }

  boolean http10() {
    return http10;
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
