/// The capture of real traffic as a workload file: when requests came, from which client, how long
/// they were, and which prompts share a prefix, but no text. `bench --workload` replays it.
///
/// Owns the format of the file as it is written, and decides what it may contain about a request.
///
/// Threading: a prompt is hashed by the thread that reads bodies; one thread writes.
@NullMarked
package dev.goodput.gateway.capture;

import org.jspecify.annotations.NullMarked;
