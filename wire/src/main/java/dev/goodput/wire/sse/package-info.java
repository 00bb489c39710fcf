/// Splitting of a body into events: Server-Sent Events by the WHATWG rules plus the additions of
/// real servers, and newline-delimited JSON.
///
/// Works on bytes of the caller's buffer, in place if an event is within one read; only what a read
/// cuts is copied. No clock, no JSON, no sockets.
///
/// Threading: a framer belongs to one exchange on one thread.
@NullMarked
package dev.goodput.wire.sse;

import org.jspecify.annotations.NullMarked;
