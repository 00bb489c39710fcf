/// How LLM servers speak: the ground that client and server stand on.
///
/// Event loops with timers of nanosecond deadlines, the clock, TLS settings, headers and secrets.
/// Sub-packages: `http` (our own response parser), `sse` (event framing), `dialect` (what vendors
/// make of them), `client` (exchanges, pre-flight), `server`. This module is the only importer of
/// Netty, and the only owner of sockets.
///
/// Threading: a [dev.goodput.wire.Loop] is one thread; what is opened on it is touched on it only.
@NullMarked
package dev.goodput.wire;

import org.jspecify.annotations.NullMarked;
