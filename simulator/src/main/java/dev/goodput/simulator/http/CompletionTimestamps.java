package dev.goodput.simulator.http;

/// The times of the engine's events for one request, in nanoseconds of its clock. Mutable, confined
/// to the loop.
final class CompletionTimestamps {
  final long arrivedNanos;
  long scheduledNanos;
  long firstNanos;
  long lastNanos;

  CompletionTimestamps(long arrivedNanos) {
    this.arrivedNanos = arrivedNanos;
  }
}
