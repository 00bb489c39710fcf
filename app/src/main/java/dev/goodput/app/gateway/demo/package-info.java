/// `goodput gateway --demo`: a simulated engine behind the gateway and light traffic in front of
/// it, each in its own process, so that the live page has something to show.
///
/// Both processes end when the gateway does, however it ends.
///
/// Threading: one event loop in the traffic process sends all requests.
@NullMarked
package dev.goodput.app.gateway.demo;

import org.jspecify.annotations.NullMarked;
