/// Several runs of one load taken together: pooled percentiles with the intervals between the runs
/// (STATISTICS.md §1). Pure functions over a log and its result, no threads.
@NullMarked
package dev.goodput.metrics.repeats;

import org.jspecify.annotations.NullMarked;
