/// Tests of change points.
@NullMarked
package dev.goodput.metrics.trend;

import org.jspecify.annotations.NullMarked;
