package dev.goodput.workload.arrival;

/// The times at which requests fall due, one after another; one thread.
@FunctionalInterface
public interface FireTimes {
  /// No more requests.
  long END = Long.MAX_VALUE;

  /// The next time, nanoseconds since the level began; never decreases. [#END] for ever once over.
  long nextNanos();
}
