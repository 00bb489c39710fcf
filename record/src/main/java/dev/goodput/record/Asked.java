package dev.goodput.record;

/// What the workload asked of one request.
///
/// @param session the session the request belongs to; requests of one session share it
/// @param turn the place in the session, from 0
/// @param turns how many turns the session plans; 1 for a request on its own
/// @param inputTokens prompt tokens asked, -1 where unknown
/// @param outputTokens output tokens asked, -1 where unbounded
public record Asked(long session, int turn, int turns, int inputTokens, int outputTokens) {}
