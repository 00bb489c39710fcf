package dev.goodput.metrics.saturation;

/// Where output falls by more than its noise as load grows.
///
/// @param peak the load of the largest output
/// @param at the lowest heavier load whose output is less
/// @param drop by which share
public record Cliff(CurvePoint peak, CurvePoint at, double drop) {}
