package dev.goodput.simulator.http;

/// When the engine did what for one request: ns of its clock. Mutable, of the loop.
final class AnswerStamps {
  final long arrivedNanos;
  long scheduledNanos;
  long firstNanos;
  long lastNanos;

  AnswerStamps(long arrivedNanos) {
    this.arrivedNanos = arrivedNanos;
  }
}
