/// Arrival processes: when requests are due, as absolute times from a seed.
///
/// Times are offsets from the level's start, computed ahead and never rescaled to the achieved
/// rate. Threading: processes are immutable, a [dev.goodput.workload.arrival.FireTimes] belongs to
/// one thread.
@NullMarked
package dev.goodput.workload.arrival;

import org.jspecify.annotations.NullMarked;
