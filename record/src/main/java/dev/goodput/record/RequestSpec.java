package dev.goodput.record;

/// The workload's specification of one request.
///
/// @param session the session of the request; requests of one session share it
/// @param turn the request's index in the session, from 0
/// @param turns number of turns planned for the session; 1 for a single request
/// @param inputTokens requested prompt tokens, -1 if unknown
/// @param outputTokens requested output tokens, -1 if unbounded
public record RequestSpec(long session, int turn, int turns, int inputTokens, int outputTokens) {}
