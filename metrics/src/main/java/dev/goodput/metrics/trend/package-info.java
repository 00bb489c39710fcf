/// Change points in a metric over stored runs (STATISTICS.md §7). They annotate history and never
/// fail a build. Pure functions, no threads.
@NullMarked
package dev.goodput.metrics.trend;

import org.jspecify.annotations.NullMarked;
