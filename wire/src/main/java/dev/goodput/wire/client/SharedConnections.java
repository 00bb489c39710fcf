package dev.goodput.wire.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The HTTP/2 connections of a client: as few as carry all its calls at once, for each carries as
/// many as its server allows. On the loop only.
final class SharedConnections {
  private final LlmClient client;
  private final Connector connector;

  /// Those that are there or being made, but for those that take no more calls.
  private final List<SharedConnection> usable = new ArrayList<>();

  /// Those that take no more calls, and still carry some.
  private final List<SharedConnection> leaving = new ArrayList<>();

  /// How many streams the server allows on a connection, as it last said: until it did, one
  /// connection is made to hear it.
  private int streams = Integer.MAX_VALUE;

  SharedConnections(LlmClient client, Connector connector) {
    this.client = client;
    this.connector = connector;
  }

  /// Carries a call at once where there is room, else on a connection that is being made.
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

  /// A connection is ready: its calls find room on it, or wait for another.
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

  /// Connections that are there.
  int open() {
    return (int) usable.stream().filter(SharedConnection::isReady).count() + leaving.size();
  }

  void close() {
    List<SharedConnection> all = new ArrayList<>(usable);
    all.addAll(leaving);
    all.forEach(SharedConnection::breakOff);
  }
}
