/// HTTP/2 connections, whichever side opened them: streams with their flow control over Netty's
/// codec, for client, server and relay.
///
/// Owns the frames of a connection and what becomes of its streams; what a stream means is its
/// taker's. Reads no clock: [dev.goodput.wire.ReadStamp] stands before it.
///
/// Threading: a link and its streams live on the event loop of their channel.
@NullMarked
package dev.goodput.wire.http2;

import org.jspecify.annotations.NullMarked;
