/// Metrics and progress of a run that is not finished yet, for the progress display.
///
/// Threading: [LiveMetrics] has one writer and any number of readers; all other values are
/// immutable. A [BenchListener] is called on the benchmark's thread.
@NullMarked
package dev.goodput.metrics.live;

import org.jspecify.annotations.NullMarked;
