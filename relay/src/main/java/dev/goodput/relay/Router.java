package dev.goodput.relay;

import dev.goodput.wire.http.RequestHead;

/// The routing decision for each request.
@FunctionalInterface
public interface Router {
  /// Returns the route of one request. Called on the client connection's loop; must not block.
  ///
  /// @param head head of the request
  /// @param receivedNanos when its first byte was read, by the relay's clock
  Route route(RequestHead head, long receivedNanos);
}
