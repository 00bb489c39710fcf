/// Hands HTTP on between clients and upstreams, byte for byte and at once, and lets a witness of
/// each exchange see what went through.
///
/// Owns the listening socket, the connections on both sides, limits, time-outs and what a client is
/// told where no upstream answers. What an exchange means is the witness's: it is called after the
/// bytes are on their way, and whatever goes wrong in it is counted and harms nobody.
///
/// Threading: a client's connection, its exchanges and the upstream connections they use belong to
/// one event loop; [dev.goodput.wire.relay.Relay] may be asked from any thread.
@NullMarked
package dev.goodput.wire.relay;

import org.jspecify.annotations.NullMarked;
