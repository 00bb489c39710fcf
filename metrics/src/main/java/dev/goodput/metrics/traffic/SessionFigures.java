package dev.goodput.metrics.traffic;

import org.jspecify.annotations.Nullable;

/// One of the sessions with the most output tokens, found by the space-saving algorithm (Metwally,
/// Agrawal and El Abbadi 2005): the heaviest sessions are certainly among those tracked, and the
/// counts of a session that entered later are too high by at most `overTokens`.
///
/// @param session the session's name in its records
/// @param model model of its last request
/// @param requests requests since it is tracked
/// @param ok successful requests among them
/// @param inputTokens prompt tokens since it is tracked
/// @param outputTokens output tokens since it is tracked, plus `overTokens`
/// @param overTokens tokens that may belong to another session
/// @param money cost by the price list since it is tracked; 0 without one
/// @param meanTtftMs mean TTFT, absent without values
/// @param meanE2elMs mean end-to-end latency of its `ok` requests, absent without values
/// @param firstNanos start of its first request since it is tracked
/// @param lastNanos end of its last request
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
