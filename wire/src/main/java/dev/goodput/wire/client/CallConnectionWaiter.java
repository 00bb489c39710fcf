package dev.goodput.wire.client;

/// The wait of a call for a connection of its own.
record CallConnectionWaiter(LlmClient client, LiveCall call) implements ConnectionWaiter {
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
