package dev.goodput.report.comparison;

import dev.goodput.metrics.comparison.RunFigures;
import org.jspecify.annotations.Nullable;

/// A pair of runs, or one run that was measured before.
///
/// @param name `pair 3`, or the run's
/// @param fresh whether it is to confirm what the first said
/// @param seed of its arrivals, prompts and lengths
/// @param voided why it counts for nothing; empty where it counts
/// @param a figures of A's run; null where it is a run of B
/// @param b figures of B's run; null where it is a run of A
public record PairRow(
    String name,
    boolean fresh,
    long seed,
    String voided,
    @Nullable RunFigures a,
    @Nullable RunFigures b) {}
