/// Tests of the events and the roll-ups.
@NullMarked
package dev.goodput.telemetry;

import org.jspecify.annotations.NullMarked;
