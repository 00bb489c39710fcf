/// The engine in virtual time: a discrete-event simulation of many requests, as fast as one core
/// allows.
///
/// Owns no clock: time is that of the next event. One thread per instance.
@NullMarked
package dev.goodput.simulator.virtual;

import org.jspecify.annotations.NullMarked;
