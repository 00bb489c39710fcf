package dev.goodput.metrics.traffic;

/// Token counts of exchanges, every attempt at every request.
///
/// @param input prompt tokens of sent exchanges
/// @param cachedInput prompt tokens that the server reported as cached
/// @param output output tokens received, all outcomes
/// @param reasoning output tokens that the server reported as reasoning
/// @param rejectedDraft draft tokens that the server reported as rejected
/// @param okInput prompt tokens of `ok` requests
/// @param okOutput output tokens of `ok` requests
/// @param failedOutput output tokens of failed exchanges
/// @param streamed output tokens that streams carried, or responses that arrived whole instead
/// @param chunks content events
/// @param okStreamed tokens of `ok` streamed responses
/// @param burst those of `okStreamed` that arrived in bursts, as the report counts them
/// @param close those of `okStreamed` that arrived within 1 ms of the token before
/// @param sources sources of the counts
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
