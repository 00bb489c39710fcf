/// Whether one system is slower than another (STATISTICS.md §7). The unit is the run, never the
/// request. Owns paired and unpaired differences, their tests, the gate's verdict, and the results
/// of comparisons by pairs of runs. Pure functions, no threads.
@NullMarked
package dev.goodput.metrics.comparison;

import org.jspecify.annotations.NullMarked;
