package dev.goodput.wire.server;

/// The handling of requests by a server.
@FunctionalInterface
public interface HttpHandler {
  /// Responds to a request, now or later, on the connection's loop. Must not block. An exception
  /// becomes a 500, or a reset connection if the head was already sent.
  void handle(ServerRequest request, ServerResponse response);
}
