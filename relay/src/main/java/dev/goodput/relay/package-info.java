/// Forwards HTTP between clients and upstreams, byte for byte and without delay, and lets a witness
/// observe each exchange.
///
/// Owns the listening socket, the connections on both sides, limits, timeouts, and the error
/// responses to clients. What an exchange means is up to the witness. It is called after the bytes
/// are sent, and its failures are counted and affect nothing else.
///
/// Threading: a client's connection, its exchanges and the upstream connections they use belong to
/// one event loop; [dev.goodput.relay.Relay] can be called from any thread.
@NullMarked
package dev.goodput.relay;

import org.jspecify.annotations.NullMarked;
