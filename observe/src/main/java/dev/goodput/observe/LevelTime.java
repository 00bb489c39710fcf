package dev.goodput.observe;

/// The time range of a level, in nanoseconds since the run began.
///
/// @param beginNanos start of the level
/// @param endNanos end of its last exchange
/// @param windowBeginNanos start of its measurement window
/// @param windowEndNanos end of its measurement window
public record LevelTime(
    long beginNanos, long endNanos, long windowBeginNanos, long windowEndNanos) {}
