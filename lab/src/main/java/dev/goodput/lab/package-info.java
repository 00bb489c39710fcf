/// Experiments over a `Target`, something that takes requests on a schedule and returns records.
///
/// An HTTP server (`HttpTarget`) and the simulated engine in virtual time (`VirtualTarget`) are
/// both targets, so an experiment can be checked in seconds against a known truth. `Bench` runs
/// levels of load in order and stores everything in a run directory; all figures are computed from
/// that directory.
///
/// Threading: a bench runs on the calling thread; `drain` and `stop` may be called from any thread.
@NullMarked
package dev.goodput.lab;

import org.jspecify.annotations.NullMarked;
