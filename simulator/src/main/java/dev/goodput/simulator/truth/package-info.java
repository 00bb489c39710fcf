/// A server with planned, logged and stamped emission times: the ground truth for self-tests of a
/// client on the same machine.
///
/// Timestamps are `System.nanoTime`, which on Linux is CLOCK_MONOTONIC and so comparable between
/// processes. Each event loop owns its streams and the heap of their due times.
@NullMarked
package dev.goodput.simulator.truth;

import org.jspecify.annotations.NullMarked;
