/// From a run's log to its result: windows, rates, distributions, verdicts.
///
/// [Analysis] reads a log a few times and gives a [dev.goodput.metrics.result.RunResult]; nothing
/// here does I/O of its own, reads a clock or keeps records. Names and definitions are those of the
/// metric definitions (docs/explanation/metrics.md), one per name.
///
/// Release 21, as it also runs inside stream-processing tasks. Threading: everything that collects
/// belongs to one thread.
@NullMarked
package dev.goodput.metrics.analysis;

import org.jspecify.annotations.NullMarked;
