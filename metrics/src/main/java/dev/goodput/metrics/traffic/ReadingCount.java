package dev.goodput.metrics.traffic;

/// How streamed answers read at the plan's pace: sums.
///
/// @param answers `ok` answers that streamed
/// @param failed failed requests of which a stream was asked
/// @param cameWhole `ok` answers that came whole though a stream was asked for
/// @param noticeable answers whose longest stall is above 250 ms
/// @param broken answers whose longest stall is above 1 s
/// @param stalls how often a reader waited after the first token
/// @param stutters visible chunk gaps above 150 ms
/// @param stallNanos time that readers waited after the first token
/// @param readingNanos time from first visible token to the reader's end
public record ReadingCount(
    long answers,
    long failed,
    long cameWhole,
    long noticeable,
    long broken,
    long stalls,
    long stutters,
    double stallNanos,
    double readingNanos) {}
