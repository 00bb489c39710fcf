package dev.goodput.wire.client;

import dev.goodput.wire.dial.ConnectionWaiter;

/// The wait of a call for a connection of its own.
record CallConnectionWaiter(LlmClient client, LiveCall call)
    implements ConnectionWaiter<Connection> {
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
