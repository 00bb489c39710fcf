package dev.goodput.metrics.traffic;

/// What was spent for nothing, of one cause.
///
/// @param attempts how many
/// @param inputTokens their prompt tokens, where they were sent
/// @param outputTokens their output tokens
/// @param money what both cost by the price list; 0 where the model has none
public record Waste(long attempts, long inputTokens, long outputTokens, double money) {}
