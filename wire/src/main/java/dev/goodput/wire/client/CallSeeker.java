package dev.goodput.wire.client;

/// The wait of a call for a connection of its own.
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
