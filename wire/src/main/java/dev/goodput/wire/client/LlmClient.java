package dev.goodput.wire.client;

import dev.goodput.wire.Loop;

/// A client of one server on one loop.
@SuppressWarnings("DoNotCallSuggester")
public final class LlmClient implements AutoCloseable {
  private LlmClient() {}

  /// Opens a client; no connection is made before the first [#send].
  public static LlmClient open(Loop loop, Endpoint endpoint, ClientOptions options) {
    throw new UnsupportedOperationException("lands with the next commit");
  }

  /// Sends a question. On the loop only.
  public Call send(byte[] body, boolean stream, CallListener listener) {
    throw new UnsupportedOperationException("lands with the next commit");
  }

  /// Connections open now, idle ones included. On the loop only.
  public int openConnections() {
    return 0;
  }

  /// Connections that this machine itself refused so far (ports or descriptors ran out).
  public int refusedLocally() {
    return 0;
  }

  /// Closes idle connections now and busy ones as they end; from any thread.
  @Override
  public void close() {}
}
