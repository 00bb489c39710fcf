package dev.goodput.wire.client;

/// A call that wants a connection for itself.
record CallSeeker(LlmClient client, LiveCall call) implements Seeker {
  @Override
  public void connecting(Runnable leaves) {
    call.connecting(leaves);
  }

  @Override
  public void connected(Connection connection) {
    client.connected(connection, call);
  }

  @Override
  public void notConnected(Throwable cause) {
    client.notConnected(call, cause);
  }
}
