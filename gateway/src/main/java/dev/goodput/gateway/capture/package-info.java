/// A workload file of real traffic: when who asked for how much, and which prompts began alike, and
/// nothing of what was said. `bench --workload` asks the same again.
///
/// Owns the file's form as it is written, and what of a request may stand in it.
///
/// Threading: a prompt is hashed by the thread that reads bodies; one thread writes.
@NullMarked
package dev.goodput.gateway.capture;

import org.jspecify.annotations.NullMarked;
