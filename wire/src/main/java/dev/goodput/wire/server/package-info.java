/// A small server for HTTP/1.1 and HTTP/2 with streaming, used by the simulator, the self-test and
/// the gateway.
///
/// A request is read whole, up to a limit. Requests of an HTTP/1.x connection are handled one at a
/// time, pipelined or not; requests on streams are handled concurrently. Responses are framed here,
/// or written raw to simulate faults. Every call sends its bytes at once: an event of a stream is
/// one write to its socket.
///
/// Threading: a connection belongs to one event loop; handlers run there and respond from there.
@NullMarked
package dev.goodput.wire.server;

import org.jspecify.annotations.NullMarked;
