/// Tests of the metrics and of their page.
@NullMarked
package dev.goodput.telemetry.metric;

import org.jspecify.annotations.NullMarked;
