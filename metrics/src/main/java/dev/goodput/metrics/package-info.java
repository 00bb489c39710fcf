/// What a run's records mean: windows, rates, distributions, verdicts.
///
/// [Analysis] reads a log a few times and gives a [RunResult]; nothing here does I/O of its own,
/// reads a clock or keeps records. The names and definitions are those of the metric definitions
/// (METRICS.md), one per name; where a type mirrors a part of the result document its doc says so.
///
/// Owns HdrHistogram; release 21, as it also runs inside stream-processing tasks. Threading:
/// results are immutable; everything that collects belongs to one thread.
@NullMarked
package dev.goodput.metrics;

import org.jspecify.annotations.NullMarked;
