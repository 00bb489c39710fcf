package dev.goodput.metrics.saturation;

/// What a load beyond the saturation point retains of the goodput there.
///
/// @param factor the nominal multiple of the saturation load: 1.5 or 2
/// @param at the load that was tried nearest to it
/// @param share value at this load ÷ value at the saturation point
/// @param goodput whether the value is request goodput; else output TPS, because no SLO was judged
public record Retention(double factor, CurvePoint at, double share, boolean goodput) {}
