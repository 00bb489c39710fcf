/// The description of a simulated engine: GPU, model, precision, parallelism, scheduler limits and
/// efficiencies.
///
/// Everything is an immutable value; sizes are one GPU's share if a method's comment states so.
/// Owns no dependency; safe to share between threads.
@NullMarked
package dev.goodput.simulator.profile;

import org.jspecify.annotations.NullMarked;
