/// `goodput gateway --demo`: the simulated engine behind the gateway and a little traffic before
/// it, each a process of its own, so that the live page has something to show.
///
/// Both end when the gateway does, however it ends. Threading: the traffic is made on one event
/// loop of its own process.
@NullMarked
package dev.goodput.app.gateway.demo;

import org.jspecify.annotations.NullMarked;
