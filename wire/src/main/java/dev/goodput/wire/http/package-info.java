/// HTTP/1.1 responses from bytes, without allocation on the way of a body.
///
/// Works on bytes of the caller's buffer; only what a read cuts is copied. No clock, no sockets.
///
/// Threading: a parser belongs to one connection on one thread.
@NullMarked
package dev.goodput.wire.http;

import org.jspecify.annotations.NullMarked;
