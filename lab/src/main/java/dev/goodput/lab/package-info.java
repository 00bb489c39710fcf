/// Experiments over a `Target`: something that is asked on a schedule and gives back records.
///
/// An HTTP server (`HttpTarget`) and the simulated engine in virtual time (`VirtualTarget`) are
/// both one, so that an experiment can be checked in seconds against a known truth. `Bench` runs
/// levels of load in order and keeps everything in a run directory; figures come from there alone.
///
/// Threading: a bench runs on the thread that calls it; `drain` and `stop` may be called by any.
@NullMarked
package dev.goodput.lab;

import org.jspecify.annotations.NullMarked;
