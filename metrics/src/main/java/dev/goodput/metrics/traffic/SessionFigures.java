package dev.goodput.metrics.traffic;

import org.jspecify.annotations.Nullable;

/// One of the sessions that took most output tokens, kept by the space-saving method (Metwally,
/// Agrawal and El Abbadi 2005): the heaviest are surely among those that are kept, and counts of
/// one that came late are too high by at most `overTokens`.
///
/// @param session by the name its passages carry
/// @param model of its last request
/// @param requests since it is kept
/// @param ok those that were finished
/// @param inputTokens since it is kept
/// @param outputTokens since it is kept, and `overTokens`
/// @param overTokens what may be another session's
/// @param money by the price list, since it is kept; 0 without one
/// @param meanTtftMs mean TTFT, absent without any
/// @param meanE2elMs mean end-to-end latency of its `ok` requests, absent without any
/// @param firstNanos the start of its first request since it is kept
/// @param lastNanos the end of its last
public record SessionFigures(
    String session,
    String model,
    long requests,
    long ok,
    long inputTokens,
    long outputTokens,
    long overTokens,
    double money,
    @Nullable Double meanTtftMs,
    @Nullable Double meanE2elMs,
    long firstNanos,
    long lastNanos) {}
