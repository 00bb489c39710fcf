package dev.goodput.workload;

/// How much a workload holds before it starts over.
///
/// @param requests every turn of a session is one
/// @param spanNanos from its first recorded time to its last, 0 where it has none
/// @param written whether prompts are asked as they stand, and so the same again in each round;
///   else text is made up anew
public record Extent(long requests, long spanNanos, boolean written) {}
