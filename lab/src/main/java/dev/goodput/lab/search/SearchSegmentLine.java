package dev.goodput.lab.search;

/// What the run directory keeps of a stretch: with the log, all it takes to judge it again.
///
/// @param level of the run, from 0
/// @param rate arrivals per second that were asked of the process
/// @param dropped how many of its arrivals are not judged
/// @param arrivals how many it has
/// @param judgedAfterNanos when the last of those that are not judged fell due, since the level
///   began
/// @param endNanos when its last arrival fell due, since the level began
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
      throw new IllegalArgumentException("this is no stretch");
    }
  }
}
