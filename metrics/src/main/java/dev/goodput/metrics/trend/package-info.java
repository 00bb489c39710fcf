/// Change points in a metric over stored runs (docs/explanation/statistics.md). They annotate
/// history and never fail a build. Pure functions, no threads.
@NullMarked
package dev.goodput.metrics.trend;

import org.jspecify.annotations.NullMarked;
