package dev.goodput.wire.client;

import dev.goodput.wire.dial.ConnectionWaiter;
import dev.goodput.wire.dial.Dialer;
import dev.goodput.wire.dial.SharedConnection;
import dev.goodput.wire.dial.SharedConnections;
import dev.goodput.wire.http2.LinkOptions;
import java.util.List;

/// The calls of a client on shared HTTP/2 connections. On the loop only.
record SharedCalls(LlmClient client, Connector connector)
    implements SharedConnections.Owner<LiveCall, Connection> {
  /// Returns the connections of a client, none of them open yet.
  static SharedConnections<LiveCall, Connection> of(LlmClient client, Connector connector) {
    return new SharedConnections<>(
        new SharedCalls(client, connector),
        new SharedConnections.Settings(
            connector.loop(),
            client::now,
            LinkOptions.client(),
            client.allowsHttp1(),
            Dialer.NO_LIMIT));
  }

  @Override
  public void dial(ConnectionWaiter<Connection> waiter) {
    connector.connect(waiter);
  }

  @Override
  public void waiting(LiveCall call, Runnable onCancel) {
    call.connectsFrom(client.now());
    call.connecting(onCancel);
  }

  @Override
  public void carry(
      LiveCall call, SharedConnection<LiveCall, Connection> connection, boolean reused) {
    new CallStream(client, connection, call, reused).open(client.now());
  }

  @Override
  public void notConnected(LiveCall call, Throwable cause) {
    client.notConnected(call, cause);
  }

  @Override
  public void fallBackToHttp1(Connection connection, List<LiveCall> waiting) {
    client.fallBackToHttp1(connection, waiting);
  }
}
