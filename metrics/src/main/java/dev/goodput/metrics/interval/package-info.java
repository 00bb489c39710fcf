/// What may be claimed from few runs or stretches of one (STATISTICS.md). Pure functions, no
/// threads.
@NullMarked
package dev.goodput.metrics.interval;

import org.jspecify.annotations.NullMarked;
