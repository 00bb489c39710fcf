/// Sums over requests that can be merged: the same for the log of a run and for live traffic, so
/// that both report the same figures of the same requests.
///
/// Tallies belong to one thread. The records that they build are immutable.
@NullMarked
package dev.goodput.metrics.tally;

import org.jspecify.annotations.NullMarked;
