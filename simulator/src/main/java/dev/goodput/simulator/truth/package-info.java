/// A server whose emission times are planned, kept and stamped: the ground truth for self-tests of
/// a client on the same machine.
///
/// Stamps are `System.nanoTime`, which on Linux is CLOCK_MONOTONIC and so comparable between
/// processes. Each event loop owns its streams and the heap of their next moments.
@NullMarked
package dev.goodput.simulator.truth;

import org.jspecify.annotations.NullMarked;
