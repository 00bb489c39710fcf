package dev.goodput.workload.arrival;

/// The times at which requests fall due, in order; for one thread.
@FunctionalInterface
public interface FireTimes {
  /// No more requests follow.
  long END = Long.MAX_VALUE;

  /// Returns the next time, in nanoseconds since the level began; never decreases. Returns [#END]
  /// forever once the process is over.
  long nextNanos();
}
