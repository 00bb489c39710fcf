/// HTTP/1.1 parsing of requests and responses, without allocation for bodies.
///
/// Works on bytes of the caller's buffer; only what a read cuts is copied. No clock, no sockets.
///
/// Threading: a parser belongs to one connection on one thread.
@NullMarked
package dev.goodput.wire.http;

import org.jspecify.annotations.NullMarked;
