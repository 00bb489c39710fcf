package dev.goodput.metrics.traffic;

/// Wasted work of one cause.
///
/// @param attempts number of attempts
/// @param inputTokens their prompt tokens, if they were sent
/// @param outputTokens their output tokens
/// @param money cost of both by the price list; 0 if the model has none
public record Waste(long attempts, long inputTokens, long outputTokens, double money) {}
