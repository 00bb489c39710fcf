/// Splitting of a body into events: Server-Sent Events by the WHATWG rules plus the additions of
/// real servers, and newline-delimited JSON.
///
/// Works on the caller's buffer and copies only events that do not lie within one read. No clock,
/// no JSON, no sockets.
///
/// Threading: a framer belongs to one exchange on one thread.
@NullMarked
package dev.goodput.wire.sse;

import org.jspecify.annotations.NullMarked;
