package dev.goodput.metrics.comparison;

/// The plan of a comparison, fixed before it starts.
///
/// @param pairs number of valid pairs in each stage
/// @param confirm whether a regression has to be confirmed by as many new pairs
/// @param rule the rule for the verdict on B
public record ComparisonStages(int pairs, boolean confirm, GateRule rule) {}
