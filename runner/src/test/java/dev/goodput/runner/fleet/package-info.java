/// Tests of loads from several workers: the protocol in one process with planted clocks, and the
/// command with real processes.
@NullMarked
package dev.goodput.runner.fleet;

import org.jspecify.annotations.NullMarked;
