package dev.goodput.metrics.result;

import org.jspecify.annotations.Nullable;

/// The `slo` part of the result document.
///
/// @param expression the bounds as verdicts print them; of several classes each behind its name
/// @param name the preset's name, absent for an expression and for classes
/// @param source where a preset's figures come from, absent for an expression
/// @param attainmentTarget the required share of good arrivals for bounds without a percentile
/// @param met whether a level meets it: of the levels that ran as planned, or of the others if none
///   of those was judged; absent if no level was judged. For runs of one load, whether all their
///   arrivals together meet it ([dev.goodput.metrics.result.PooledSlo])
public record SloResult(
    String expression,
    @Nullable String name,
    @Nullable String source,
    double attainmentTarget,
    @Nullable Boolean met) {}
