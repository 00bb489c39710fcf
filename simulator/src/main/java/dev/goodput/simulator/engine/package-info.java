/// The engine: scheduler, KV blocks with prefix cache, and step time. It is deterministic, without
/// clock, threads or randomness: the same submissions at the same times give the same tokens at the
/// same times.
///
/// A driver alternates [dev.goodput.simulator.engine.Engine#begin] (schedule a step and return its
/// duration) and [dev.goodput.simulator.engine.Engine#end] (emit its tokens). An engine belongs to
/// one thread.
@NullMarked
package dev.goodput.simulator.engine;

import org.jspecify.annotations.NullMarked;
