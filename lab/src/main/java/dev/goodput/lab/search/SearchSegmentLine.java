package dev.goodput.lab.search;

/// The stored form of a segment: with the log, it is enough to judge the segment again.
///
/// @param level the run's level, from 0
/// @param rate requested arrivals per second
/// @param dropped how many of its arrivals are not judged
/// @param arrivals how many arrivals it has
/// @param judgedAfterNanos when the last arrival that is not judged was due, since the level
///   started
/// @param endNanos when its last arrival was due, since the level started
record SearchSegmentLine(
    int level, double rate, long dropped, long arrivals, long judgedAfterNanos, long endNanos) {
  /// Checks the counts and the order.
  SearchSegmentLine {
    if (level < 0
        || !(rate > 0)
        || dropped < 0
        || arrivals <= dropped
        || judgedAfterNanos < 0
        || endNanos <= judgedAfterNanos) {
      throw new IllegalArgumentException("this is not a segment");
    }
  }
}
