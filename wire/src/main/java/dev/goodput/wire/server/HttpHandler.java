package dev.goodput.wire.server;

/// What a server does with a request.
@FunctionalInterface
public interface HttpHandler {
  /// Answers a request, now or later, on the connection's loop. Must not block. What it throws
  /// becomes a 500, or an aborted connection where the head is out already.
  void handle(ServerRequest request, ServerResponse response);
}
