/// When requests are due: arrival processes as absolute times from a seed.
///
/// Times are offsets from the level's begin, made ahead of time and never rescaled to what was
/// achieved. Threading: processes are immutable, a [dev.goodput.workload.arrival.FireTimes] belongs
/// to one thread.
@NullMarked
package dev.goodput.workload.arrival;

import org.jspecify.annotations.NullMarked;
