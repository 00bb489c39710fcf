/// Tests of live figures of traffic.
@NullMarked
package dev.goodput.metrics.traffic;

import org.jspecify.annotations.NullMarked;
