package dev.goodput.metrics.saturation;

/// The load at which the marginal gain falls below half of its first value: from here to any
/// heavier load, one more user (request per second) brings less than half of what the first
/// brought.
///
/// @param at the last load before the gain falls
/// @param next the load after it
/// @param firstGain output tokens per second per user (request per second) from no load to the
///   first
/// @param gainAfter the largest gain from `at` to any heavier load
public record Knee(CurvePoint at, CurvePoint next, double firstGain, double gainAfter) {}
