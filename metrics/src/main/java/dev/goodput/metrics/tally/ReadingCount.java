package dev.goodput.metrics.tally;

/// Sums over streamed responses, as read at the plan's reading speed.
///
/// @param answers `ok` responses that streamed
/// @param failed failed requests that wanted a stream
/// @param unstreamed `ok` responses that arrived whole although a stream was requested
/// @param noticeable responses whose longest stall is above 250 ms
/// @param broken responses whose longest stall is above 1 s
/// @param stalls how often a reader waited after the first token
/// @param stutters visible chunk gaps above 150 ms
/// @param stallNanos time that readers waited after the first token
/// @param readingNanos time from the first visible token to the reader's end
public record ReadingCount(
    long answers,
    long failed,
    long unstreamed,
    long noticeable,
    long broken,
    long stalls,
    long stutters,
    double stallNanos,
    double readingNanos) {}
