package dev.goodput.workload.arrival;

/// Sets the rate of arrivals while they go on. Asked by the thread that makes the schedule ahead,
/// for each arrival before the next one is drawn.
@FunctionalInterface
public interface Pace {
  /// The rate from the last arrival on.
  ///
  /// @param arrivals how many there were so far
  /// @param nanos when the last of them falls due, nanoseconds since the level began; 0 before any
  /// @return arrivals per second; 0 where no more are to come
  double rate(long arrivals, long nanos);
}
