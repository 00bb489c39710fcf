package dev.goodput.workload.arrival;

/// A controller of the arrival rate of a running process. Called by the thread that computes the
/// schedule ahead, before each arrival is drawn.
@FunctionalInterface
public interface DynamicRate {
  /// Returns the rate from the last arrival on.
  ///
  /// @param arrivals number of arrivals so far
  /// @param nanos when the last of them falls due, nanoseconds since the level began; 0 before any
  /// @return arrivals per second; 0 if no more follow
  double rate(long arrivals, long nanos);
}
