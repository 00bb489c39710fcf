/// What leaves one machine: each attempt at a request as one compact event, and the roll-ups of
/// many events, which can be merged exactly. Runs in the gateway and inside Flink tasks.
@NullMarked
package dev.goodput.telemetry;

import org.jspecify.annotations.NullMarked;
