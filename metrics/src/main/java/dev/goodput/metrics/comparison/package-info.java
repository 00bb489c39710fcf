/// Whether one system is slower than another (STATISTICS.md §7). The unit is the run, never the
/// request: owns paired and unpaired differences, their tests, the gate's verdict, and what a
/// comparison of pairs of runs found. Pure functions, no threads.
@NullMarked
package dev.goodput.metrics.comparison;

import org.jspecify.annotations.NullMarked;
