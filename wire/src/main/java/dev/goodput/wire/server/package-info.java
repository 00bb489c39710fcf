/// A small server of HTTP/1.1 and HTTP/2 for streaming: what the simulator, the self-test and the
/// gateway stand on.
///
/// Requests are read whole (up to a limit) and handed over one at a time per connection, pipelined
/// or not, or all that come on streams; answers are framed here, or written raw where a fault is
/// wanted. Bytes leave with each call: a stream's event is one write to its socket.
///
/// Threading: a connection lives on one event loop; handlers run there and answer from there.
@NullMarked
package dev.goodput.wire.server;

import org.jspecify.annotations.NullMarked;
