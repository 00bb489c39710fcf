/// One load from many machines: a coordinator that registers workers, measures their clocks and
/// gives the common start, and the worker's side of it. No request passes through it.
///
/// Coordinator and worker exchange lines of text over one TCP connection.
///
/// Threading: a connection has one thread that reads. What they share is guarded by the
/// coordinator, which the main thread waits on.
@NullMarked
package dev.goodput.runner.fleet;

import org.jspecify.annotations.NullMarked;
