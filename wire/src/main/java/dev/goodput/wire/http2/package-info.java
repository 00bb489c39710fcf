/// HTTP/2 connections, whichever side opened them: streams and flow control on top of Netty's
/// codec, for client, server and relay.
///
/// Owns the frames of a connection and the end of its streams. What a stream means is up to its
/// taker. Reads no clock: [dev.goodput.wire.ReadStamp] comes before it in the pipeline.
///
/// Threading: a connection and its streams belong to the event loop of their channel.
@NullMarked
package dev.goodput.wire.http2;

import org.jspecify.annotations.NullMarked;
