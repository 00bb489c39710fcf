package dev.goodput.metrics.saturation;

/// Where the marginal gain falls below half its first value: from here to no heavier load does one
/// more user (request per second) bring half of what the first brought.
///
/// @param at the last load up to which it brought as much
/// @param next the load after it
/// @param firstGain output tokens per second that a user (request per second) brought from no load
///   to the first
/// @param gainAfter the most that one brings from `at` on to any heavier load
public record Knee(CurvePoint at, CurvePoint next, double firstGain, double gainAfter) {}
