/// The foundation of HTTP clients and servers for LLM APIs.
///
/// Contains event loops with timers of nanosecond deadlines, the clock, TLS settings, headers and
/// secrets. Sub-packages: `http` (HTTP/1.1 parsing), `http2`, `sse` (event framing), `dialect`
/// (request and response formats of vendors), `answer` (reading of responses), `dial` (making
/// connections), `client` (exchanges, pre-flight), `server`. Netty is used only here and in
/// `relay`, and all sockets are made here.
///
/// Threading: a [dev.goodput.wire.Loop] is one thread; whatever is opened on it is used only there.
@NullMarked
package dev.goodput.wire;

import org.jspecify.annotations.NullMarked;
