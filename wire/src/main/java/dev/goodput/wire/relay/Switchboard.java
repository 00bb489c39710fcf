package dev.goodput.wire.relay;

import dev.goodput.wire.http.RequestHead;

/// Says where requests go, and who sees them pass.
@FunctionalInterface
public interface Switchboard {
  /// The way of one request. On the client connection's loop: it must not block.
  ///
  /// @param head what is asked
  /// @param receivedNanos the read that brought its first byte, by the relay's clock
  Route route(RequestHead head, long receivedNanos);
}
