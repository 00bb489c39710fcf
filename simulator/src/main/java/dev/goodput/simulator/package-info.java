/// A simulated inference engine that replaces a real one.
///
/// One model, two clocks: `engine` has the scheduler, the KV blocks and the step time, without a
/// clock of its own; `virtual` runs it as a discrete-event simulation; `http` runs the same
/// schedule in real time behind the OpenAI wire format. `truth` is a server with planned and logged
/// emission times, for self-tests. `profile` describes what is simulated.
///
/// Owns no third-party dependency. Threading: an engine and everything that drives it belong to one
/// thread (one event loop behind HTTP); profiles and options are immutable.
@NullMarked
package dev.goodput.simulator;

import org.jspecify.annotations.NullMarked;
