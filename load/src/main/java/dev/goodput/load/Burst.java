package dev.goodput.load;

/// A group of arrivals of one loop that the schedule puts at one moment.
///
/// @param offsetNanos time of the first arrival, since the level's start
/// @param arrivals number of arrivals
/// @param sessions how many of them start sessions whose replies are needed for later turns
record Burst(long offsetNanos, int arrivals, int sessions) {
  /// Time for one connection, TLS included, and the least and the most for all. A server closes
  /// idle connections after some seconds (uvicorn after five), so they are not opened earlier.
  private static final long CONNECT_NANOS = 1_000_000;

  private static final long MIN_LEAD_NANOS = 250_000_000;
  private static final long MAX_LEAD_NANOS = 4_000_000_000L;

  /// Returns how long before the burst its connections are opened.
  long leadNanos() {
    return Math.clamp(arrivals * CONNECT_NANOS, MIN_LEAD_NANOS, MAX_LEAD_NANOS);
  }
}
