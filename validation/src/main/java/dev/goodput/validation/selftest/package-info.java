/// `goodput selftest`: measures how far this machine's client can be trusted.
///
/// A server in its own process writes into each event the time at which it sent the event, on the
/// clock that all processes of a machine share. The client's stamps are compared with these times.
/// Then the load grows until the client's own verdict changes.
///
/// Threading: the main thread, except for work on the event loops.
@NullMarked
package dev.goodput.validation.selftest;

import org.jspecify.annotations.NullMarked;
