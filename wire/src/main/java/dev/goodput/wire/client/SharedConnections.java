package dev.goodput.wire.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The HTTP/2 connections of a client, as few as can carry all its calls, since each carries as
/// many as the server allows. On the loop only.
final class SharedConnections {
  private final LlmClient client;
  private final Connector connector;

  /// Connections that are open or being made and take new calls.
  private final List<SharedConnection> usable = new ArrayList<>();

  /// Connections that take no new calls but still carry some.
  private final List<SharedConnection> leaving = new ArrayList<>();

  /// The number of streams the server allows on a connection, by its latest settings. Until it is
  /// known, only one connection is opened.
  private int streams = Integer.MAX_VALUE;

  SharedConnections(LlmClient client, Connector connector) {
    this.client = client;
    this.connector = connector;
  }

  /// Carries a call on a connection with a free stream, or else queues it for a connection that is
  /// being made.
  void carry(LiveCall call) {
    for (SharedConnection each : usable) {
      if (each.hasRoom()) {
        each.carry(call, client.now());
        return;
      }
    }
    call.connectsFrom(client.now());
    for (SharedConnection each : usable) {
      if (each.waits(streams)) {
        each.await(call);
        return;
      }
    }
    SharedConnection made = new SharedConnection(client, this);
    usable.add(made);
    made.await(call);
    connector.connect(made);
  }

  /// Handles a connection that is ready: its waiting calls get a stream on it, or wait for another.
  void ready(SharedConnection connection, List<LiveCall> waiting) {
    int allowed = connection.maxStreams();
    if (allowed == 0) {
      usable.remove(connection);
      connection.cut();
      waiting.forEach(each ->
          client.notConnected(
              each, new IOException("the server allows no stream on a connection")));
      return;
    }
    streams = allowed;
    waiting.forEach(this::carry);
  }

  void leaves(SharedConnection connection) {
    if (usable.remove(connection)) {
      leaving.add(connection);
    }
  }

  void lost(SharedConnection connection) {
    usable.remove(connection);
    leaving.remove(connection);
  }

  /// Returns how many connections are open.
  int open() {
    return (int) usable.stream().filter(SharedConnection::isReady).count() + leaving.size();
  }

  void close() {
    List<SharedConnection> all = new ArrayList<>(usable);
    all.addAll(leaving);
    all.forEach(SharedConnection::breakOff);
  }
}
