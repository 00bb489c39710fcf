/// Confidence intervals and bounds from a few runs or parts of one run. Pure functions, no threads.
@NullMarked
package dev.goodput.metrics.interval;

import org.jspecify.annotations.NullMarked;
