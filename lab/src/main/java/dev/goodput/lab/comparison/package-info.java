/// Tests whether one target is slower than another: pairs of runs with the same requests at the
/// same times, in the order ABBA, with the run as the unit of analysis
/// (docs/explanation/statistics.md). Owns the order and the seeds; `metrics.comparison` owns the
/// tests and the results.
///
/// Threading: a comparison runs on the calling thread; its targets may be drained and stopped from
/// any thread.
@NullMarked
package dev.goodput.lab.comparison;

import org.jspecify.annotations.NullMarked;
