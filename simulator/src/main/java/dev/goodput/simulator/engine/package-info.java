/// The engine: scheduler, KV blocks with prefix cache, and step time. Pure: no clock, no threads,
/// no randomness; the same submissions at the same times give the same tokens at the same times.
///
/// A driver alternates [dev.goodput.simulator.engine.Engine#begin] (schedule one step, say how long
/// it takes) and [dev.goodput.simulator.engine.Engine#end] (emit its tokens). An engine belongs to
/// one thread.
@NullMarked
package dev.goodput.simulator.engine;

import org.jspecify.annotations.NullMarked;
