/// Whether one target is slower than another: pairs of runs with the same requests at the same
/// moments, in the order ABBA, judged by the run (STATISTICS.md §7). Owns the order and the seeds;
/// `metrics.comparison` owns the tests and what was found.
///
/// Threading: a comparison runs on the thread that calls it; its targets may be drained and stopped
/// by any.
@NullMarked
package dev.goodput.lab.comparison;

import org.jspecify.annotations.NullMarked;
