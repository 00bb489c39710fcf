package dev.goodput.relay;

import dev.goodput.wire.HttpVersion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The HTTP/2 connections of one loop to one upstream, as few as can carry all exchanges.
final class UpstreamHttp2Connections {
  private final RelayLoop loop;
  private final Upstream upstream;
  private final UpstreamPool pool;
  private final UpstreamConnector connector;
  private final List<UpstreamHttp2Connection> usable = new ArrayList<>();
  private final List<UpstreamHttp2Connection> leaving = new ArrayList<>();

  /// The number of streams the upstream allows on a connection, by its latest settings. Until it is
  /// known, only one connection is opened.
  private int streams = Integer.MAX_VALUE;

  UpstreamHttp2Connections(
      RelayLoop loop, Upstream upstream, UpstreamPool pool, UpstreamConnector connector) {
    this.loop = loop;
    this.upstream = upstream;
    this.pool = pool;
    this.connector = connector;
  }

  /// Carries an exchange on a connection with a free stream, or else queues it for a connection
  /// that is being made.
  void carry(Exchange exchange) {
    for (UpstreamHttp2Connection each : usable) {
      if (each.hasRoom()) {
        each.carry(exchange);
        return;
      }
    }
    for (UpstreamHttp2Connection each : usable) {
      if (each.waits(streams)) {
        each.await(exchange);
        return;
      }
    }
    UpstreamHttp2Connection made = new UpstreamHttp2Connection(loop, this, upstream);
    usable.add(made);
    made.await(exchange);
    connector.dial(made);
  }

  void ready(UpstreamHttp2Connection link, List<Exchange> waiting) {
    int allowed = link.maxStreams();
    if (allowed == 0) {
      usable.remove(link);
      link.link().cut();
      IOException why = new IOException("it allows no stream on a connection");
      waiting.forEach(each -> each.notConnected(why));
      return;
    }
    streams = allowed;
    waiting.forEach(this::carry);
  }

  boolean allowsHttp1() {
    return upstream.http() != HttpVersion.TWO;
  }

  /// Falls back to HTTP/1.1, because the upstream does not speak HTTP/2.
  void fallBackToHttp1(UpstreamConnection connection, List<Exchange> waiting) {
    usable.clear();
    pool.fallBackToHttp1();
    waiting.getFirst().connected(connection);
    waiting.stream().skip(1).forEach(pool::acquire);
  }

  void leaves(UpstreamHttp2Connection link) {
    if (usable.remove(link)) {
      leaving.add(link);
    }
  }

  /// Puts a connection back into use.
  void returns(UpstreamHttp2Connection link) {
    if (leaving.remove(link)) {
      usable.add(link);
    }
  }

  void lost(UpstreamHttp2Connection link) {
    usable.remove(link);
    leaving.remove(link);
  }

  void look(long now) {
    List<UpstreamHttp2Connection> all = new ArrayList<>(usable);
    all.addAll(leaving);
    all.forEach(each -> each.look(now));
  }

  /// Whether a connection is being made or carries an exchange.
  boolean busy() {
    return Stream.concat(usable.stream(), leaving.stream()).anyMatch(UpstreamHttp2Connection::busy);
  }

  void close() {
    List<UpstreamHttp2Connection> all = new ArrayList<>(usable);
    all.addAll(leaving);
    all.forEach(UpstreamHttp2Connection::breakOff);
  }
}
