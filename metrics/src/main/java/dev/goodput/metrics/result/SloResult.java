package dev.goodput.metrics.result;

import org.jspecify.annotations.Nullable;

/// The `slo` part of the result document.
///
/// @param expression the bounds as verdicts print them; of several classes each behind its name
/// @param name the preset's name, absent for an expression and for classes
/// @param source where a preset's figures come from, absent for an expression
/// @param attainmentTarget what bounds without a percentile ask for
/// @param met whether some level meets it: of those that were asked in full, or where none of them
///   was judged, of the others; absent where no level was judged. Of runs of one load whether all
///   their arrivals together meet it ([dev.goodput.metrics.result.PooledSlo])
public record SloResult(
    String expression,
    @Nullable String name,
    @Nullable String source,
    double attainmentTarget,
    @Nullable Boolean met) {}
