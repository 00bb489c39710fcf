package dev.goodput.observe;

/// When a level of load was, in nanoseconds since the run began.
///
/// @param beginNanos it began
/// @param endNanos its last exchange had ended
/// @param windowBeginNanos its measurement window began
/// @param windowEndNanos its measurement window ended
public record LevelTime(
    long beginNanos, long endNanos, long windowBeginNanos, long windowEndNanos) {}
