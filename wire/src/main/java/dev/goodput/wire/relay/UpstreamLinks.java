package dev.goodput.wire.relay;

import dev.goodput.wire.HttpVersion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The connections of HTTP/2 of one loop to one upstream: as few as carry all exchanges at once.
final class UpstreamLinks {
  private final RelayLoop loop;
  private final Upstream upstream;
  private final UpstreamPool pool;
  private final Dialler dialler;
  private final List<UpstreamLink> usable = new ArrayList<>();
  private final List<UpstreamLink> leaving = new ArrayList<>();

  /// How many streams the upstream allows on a connection, as it last said: until it did, one
  /// connection is made to hear it.
  private int streams = Integer.MAX_VALUE;

  UpstreamLinks(RelayLoop loop, Upstream upstream, UpstreamPool pool, Dialler dialler) {
    this.loop = loop;
    this.upstream = upstream;
    this.pool = pool;
    this.dialler = dialler;
  }

  /// Carries an exchange at once where there is room, else on a connection that is being made.
  void carry(Exchange exchange) {
    for (UpstreamLink each : usable) {
      if (each.hasRoom()) {
        each.carry(exchange);
        return;
      }
    }
    for (UpstreamLink each : usable) {
      if (each.waits(streams)) {
        each.await(exchange);
        return;
      }
    }
    UpstreamLink made = new UpstreamLink(loop, this, upstream);
    usable.add(made);
    made.await(exchange);
    dialler.dial(made);
  }

  void ready(UpstreamLink link, List<Exchange> waiting) {
    int allowed = link.maxStreams();
    if (allowed == 0) {
      usable.remove(link);
      link.link().cut();
      IOException why = new IOException("it allows no stream on a connection");
      waiting.forEach(each -> each.notConnected(why, loop.now()));
      return;
    }
    streams = allowed;
    waiting.forEach(this::carry);
  }

  boolean takesOne() {
    return upstream.http() != HttpVersion.TWO;
  }

  /// The upstream does not speak HTTP/2, and need not.
  void speaksOne(UpstreamConnection connection, List<Exchange> waiting, long now) {
    usable.clear();
    pool.speaksOne();
    waiting.getFirst().made(connection, now);
    waiting.stream().skip(1).forEach(pool::acquire);
  }

  void leaves(UpstreamLink link) {
    if (usable.remove(link)) {
      leaving.add(link);
    }
  }

  /// One that had left is asked again.
  void returns(UpstreamLink link) {
    if (leaving.remove(link)) {
      usable.add(link);
    }
  }

  void lost(UpstreamLink link) {
    usable.remove(link);
    leaving.remove(link);
  }

  void look(long now) {
    List<UpstreamLink> all = new ArrayList<>(usable);
    all.addAll(leaving);
    all.forEach(each -> each.look(now));
  }

  /// Whether a connection is being made, or carries something.
  boolean busy() {
    return Stream.concat(usable.stream(), leaving.stream()).anyMatch(UpstreamLink::busy);
  }

  void close() {
    List<UpstreamLink> all = new ArrayList<>(usable);
    all.addAll(leaving);
    all.forEach(UpstreamLink::breakOff);
  }
}
