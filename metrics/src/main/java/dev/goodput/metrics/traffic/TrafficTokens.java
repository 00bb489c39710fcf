package dev.goodput.metrics.traffic;

/// Tokens of exchanges, every attempt at every request.
///
/// @param input prompt tokens of exchanges that were sent
/// @param cachedInput those of them that the server named as cached
/// @param output output tokens received, all outcomes
/// @param reasoning those of them that the server named as reasoning
/// @param rejectedDraft draft tokens that the server named as rejected
/// @param okInput prompt tokens of `ok` requests
/// @param okOutput output tokens of `ok` requests
/// @param failedOutput output tokens of failed exchanges
/// @param streamed output tokens that streams carried, or answers that came whole instead
/// @param chunks content events
/// @param okStreamed tokens of `ok` streamed answers
/// @param burst those of them that came in bursts, as the report counts them
/// @param close those of them that came within 1 ms of the token before
/// @param sources by what they were counted
public record TrafficTokens(
    long input,
    long cachedInput,
    long output,
    long reasoning,
    long rejectedDraft,
    long okInput,
    long okOutput,
    long failedOutput,
    long streamed,
    long chunks,
    long okStreamed,
    long burst,
    long close,
    TokenSources sources) {}
