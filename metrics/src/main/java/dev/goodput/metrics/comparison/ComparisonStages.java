package dev.goodput.metrics.comparison;

/// What is declared of a comparison before anything is measured.
///
/// @param pairs that are to count in each stage
/// @param confirm whether a metric that looks regressed is measured again with as many new pairs
/// @param rule by which B is judged
public record ComparisonStages(int pairs, boolean confirm, GateRule rule) {}
