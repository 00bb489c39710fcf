package dev.goodput.gateway.exchange;

import dev.goodput.record.Stamps;

/// One attempt at an upstream, possibly still under way.
final class Attempt {
  /// The attempt before the first.
  static final Attempt NONE = new Attempt(-1, "", Stamps.ABSENT);

  private final int number;
  private final String upstream;
  private final long dispatchedNanos;
  long connectedNanos = Stamps.ABSENT;
  long sentNanos = Stamps.ABSENT;

  Attempt(int number, String upstream, long dispatchedNanos) {
    this.number = number;
    this.upstream = upstream;
    this.dispatchedNanos = dispatchedNanos;
  }

  int number() {
    return number;
  }

  String upstream() {
    return upstream;
  }

  long dispatchedNanos() {
    return dispatchedNanos;
  }
}
