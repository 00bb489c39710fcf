package dev.goodput.metrics.result;

import dev.goodput.metrics.distribution.Distribution;
import org.jspecify.annotations.Nullable;

/// The `reading` part; null if all responses arrived whole.
///
/// @param paceTps the reader's pace
/// @param stallRatio Σ stall ÷ Σ reading time, absent without reading time
/// @param longestStallMs each answer's longest stall
/// @param stallsPerAnswer mean number of stalls
/// @param noticeableShare share of intended answers whose longest stall is above 250 ms; a failed
///   one counts, pro rata where some answers came whole
/// @param brokenShare the same of stalls above 1 s
/// @param stutters chunk gaps above 150 ms
/// @param surplusSpeed median output speed ÷ pace
public record Reading(
    double paceTps,
    @Nullable Double stallRatio,
    @Nullable Distribution longestStallMs,
    @Nullable Double stallsPerAnswer,
    @Nullable Double noticeableShare,
    @Nullable Double brokenShare,
    long stutters,
    @Nullable Double surplusSpeed) {}
