package dev.goodput.telemetry;

import dev.goodput.record.TokenSource;

/// The token counts of an event.
///
/// @param input prompt tokens; 0 if unknown
/// @param output output tokens by the best source
/// @param source the source of `output`
/// @param streamed `N` of the per-token metrics: output tokens that the stream carried
/// @param carried tokens of the content events, or of the response that arrived whole instead
/// @param cachedInput prompt tokens from a cache; -1 if unknown
/// @param reasoning reasoning tokens; -1 if unknown
/// @param onTime tokens that arrived before the deadlines of the SLO
public record EventTokens(
    int input,
    int output,
    TokenSource source,
    int streamed,
    long carried,
    int cachedInput,
    int reasoning,
    long onTime) {}
