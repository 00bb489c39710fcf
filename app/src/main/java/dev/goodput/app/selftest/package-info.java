/// `goodput selftest`: how far this machine's client can be trusted.
///
/// A server in a process of its own writes into each event when it sent it, on the clock that all
/// processes of a machine share; the client's stamps are held against that. Then load grows until
/// the client's own verdict turns. Main thread, but for what the event loops do.
@NullMarked
package dev.goodput.app.selftest;

import org.jspecify.annotations.NullMarked;
