package dev.goodput.wire.relay;

import dev.goodput.wire.NanoClock;
import dev.goodput.wire.NettyLoop;
import dev.goodput.wire.http.KeepAlive;
import dev.goodput.wire.http.RequestHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What the connections of one event loop share: the buffer every upstream read goes to, a pool for
/// each upstream, and a look at all time limits four times a second.
final class RelayLoop {
  private static final int READ_SIZE = 64 * 1024;
  private static final long TICK_NANOS = 250_000_000;
  private static final Logger LOG = LoggerFactory.getLogger(RelayLoop.class);

  /// How long a connection may be idle where the upstream has shown no limit.
  private static final long MOST_IDLE_NANOS = 60_000_000_000L;

  private final NettyLoop loop;
  private final NanoClock clock;
  private final RelayCounts counts;
  private final HeldBytes held;
  private final LoopMark mark;
  private final ConcurrentMap<Upstream, KeepAlive> keepAlives;
  private final BooleanSupplier secure;
  private final ByteBuf room = Unpooled.directBuffer(READ_SIZE, READ_SIZE);
  private final byte[] scratch = new byte[READ_SIZE];
  private final Map<Upstream, UpstreamPool> pools = new HashMap<>();
  private final Set<Upstream> faulty = new HashSet<>();
  private final Set<ClientConnection> clients = new LinkedHashSet<>();
  private final Set<ClientLink> links = new LinkedHashSet<>();
  private volatile boolean closed;
  private volatile long turnedNanos;

  /// A loop whose clients connect without TLS.
  RelayLoop(NettyLoop loop, NanoClock clock, RelayCounts counts, HeldBytes held, LoopMark mark) {
    this(loop, clock, counts, held, mark, new ConcurrentHashMap<>(), () -> false);
  }

  /// @param mark of the relay, the same on all of its loops
  /// @param keepAlives how long upstreams keep idle connections, as all loops of the relay have
  ///   seen
  /// @param secure whether clients connect over TLS
  RelayLoop(
      NettyLoop loop,
      NanoClock clock,
      RelayCounts counts,
      HeldBytes held,
      LoopMark mark,
      ConcurrentMap<Upstream, KeepAlive> keepAlives,
      BooleanSupplier secure) {
    this.secure = secure;
    this.loop = loop;
    this.clock = clock;
    this.counts = counts;
    this.held = held;
    this.mark = mark;
    this.keepAlives = keepAlives;
    this.turnedNanos = clock.nanoTime();
    loop.execute(this::tickLater);
  }

  NettyLoop loop() {
    return loop;
  }

  RelayCounts counts() {
    return counts;
  }

  /// Whether a request has come by too often; counts it.
  boolean goesRound(RequestHead head) {
    boolean round = mark.tooOften(head);
    if (round) {
      counts.round();
    }
    return round;
  }

  /// Whether clients connect over TLS.
  boolean secure() {
    return secure.getAsBoolean();
  }

  /// What all that is passed on has.
  LoopMark mark() {
    return mark;
  }

  /// A share of what requests hold on all loops.
  ///
  /// @param crowdedOut told on this loop that others need it more
  HeldBytes.Share share(Runnable crowdedOut) {
    return held.share(() -> loop.execute(crowdedOut));
  }

  long now() {
    return clock.nanoTime();
  }

  /// How long it has not come round; asked from any thread. 0 once it is closed.
  long stillNanos() {
    return closed ? 0 : now() - turnedNanos;
  }

  /// Where upstreams' sockets are read to; taken in before the next read.
  ByteBuf room() {
    return room;
  }

  /// For bytes that are looked at; used up before the next read. Sending does not use it: what an
  /// answer has brought is copied to it before it is sent and looked at after.
  byte[] scratch() {
    return scratch;
  }

  UpstreamPool pool(Upstream upstream) {
    return pools.computeIfAbsent(upstream, made -> new UpstreamPool(made, this, keepAlive(made)));
  }

  private KeepAlive keepAlive(Upstream upstream) {
    return keepAlives.computeIfAbsent(upstream, _ -> new KeepAlive(MOST_IDLE_NANOS));
  }

  /// Finds or makes a connection for an exchange. A fault of ours on the way is to its client what
  /// an upstream out of reach is: an error that is told and counted, not a connection that is gone.
  /// The log tells it once of an upstream.
  void connect(Exchange exchange, Upstream upstream) {
    try {
      pool(upstream).acquire(exchange);
    } catch (RuntimeException e) {
      if (faulty.add(upstream)) {
        LOG.error("a fault of ours while upstream {} was to be asked", upstream.name(), e);
      }
      exchange.notConnected(e, now());
    }
  }

  void add(ClientConnection client) {
    clients.add(client);
  }

  void remove(ClientConnection client) {
    clients.remove(client);
  }

  /// How many connections, and streams of shared ones, are watched now.
  int clients() {
    return clients.size();
  }

  void add(ClientLink link) {
    links.add(link);
  }

  void remove(ClientLink link) {
    links.remove(link);
  }

  /// Of every client connection, the end of what it does now.
  void drain() {
    for (ClientConnection each : List.copyOf(clients)) {
      each.drain();
    }
    List.copyOf(links).forEach(ClientLink::drain);
  }

  /// Whether everything was broken off: no client leaves any more, all are sent away.
  boolean closed() {
    return closed;
  }

  /// Breaks everything off and gives the buffer back.
  void close() {
    closed = true;
    for (ClientConnection each : List.copyOf(clients)) {
      each.breakOff();
    }
    List.copyOf(links).forEach(ClientLink::breakOff);
    pools.values().forEach(UpstreamPool::close);
    loop.execute(room::release);
  }

  private void tickLater() {
    loop.at(NanoClock.SYSTEM.nanoTime() + TICK_NANOS, this::tick);
  }

  private void tick() {
    if (closed) {
      return;
    }
    long now = now();
    turnedNanos = now;
    try {
      look(now);
    } finally {
      tickLater();
    }
  }

  private void look(long now) {
    for (ClientConnection each : overdue(now)) {
      each.overdue(now);
    }
    List.copyOf(links).forEach(each -> each.overdue(now));
    pools.values().forEach(pool -> pool.trim(now));
    pools.values().removeIf(pool -> pool.retires(now));
  }

  private List<ClientConnection> overdue(long now) {
    List<ClientConnection> late = new ArrayList<>();
    for (ClientConnection each : clients) {
      if (each.deadlineNanos() <= now) {
        late.add(each);
      }
    }
    return late;
  }
}
