package dev.goodput.metrics.saturation;

/// A fall of output by more than its noise as load grows.
///
/// @param peak the load with the largest output
/// @param at the lowest heavier load with less output
/// @param drop the relative fall
public record Cliff(CurvePoint peak, CurvePoint at, double drop) {}
