package dev.goodput.metrics;

import org.jspecify.annotations.Nullable;

/// The `slo` part of the result document.
///
/// @param expression the bounds as verdicts print them
/// @param name the preset's name, absent for an expression
/// @param source where a preset's figures come from, absent for an expression
/// @param attainmentTarget what bounds without a percentile ask for
/// @param met whether some level meets it; absent where none is known to, and one may: where nobody
///   could be judged, and where the bounds hold of a log that ends before its level did
public record SloResult(
    String expression,
    @Nullable String name,
    @Nullable String source,
    double attainmentTarget,
    @Nullable Boolean met) {}
