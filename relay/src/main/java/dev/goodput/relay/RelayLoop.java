package dev.goodput.relay;

import dev.goodput.wire.NanoClock;
import dev.goodput.wire.NettyLoop;
import dev.goodput.wire.http.IdleTimeoutEstimate;
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

/// The state that the connections of one event loop share: the buffer for all upstream reads, a
/// pool for each upstream, and a check of all time limits four times a second.
final class RelayLoop {
  private static final int READ_SIZE = 64 * 1024;
  private static final long TICK_NANOS = 250_000_000;
  private static final Logger LOG = LoggerFactory.getLogger(RelayLoop.class);

  /// The longest idle time of a connection until the upstream has shown its own limit.
  private static final long MAX_IDLE_NANOS = 60_000_000_000L;

  private final NettyLoop loop;
  private final NanoClock clock;
  private final RelayCounts counts;
  private final RequestMemoryBudget held;
  private final LoopHeader mark;
  private final ConcurrentMap<Upstream, IdleTimeoutEstimate> keepAlives;
  private final BooleanSupplier secure;
  private final ByteBuf room = Unpooled.directBuffer(READ_SIZE, READ_SIZE);
  private final byte[] scratch = new byte[READ_SIZE];
  private final Map<Upstream, UpstreamPool> pools = new HashMap<>();
  private final Set<Upstream> faulty = new HashSet<>();
  private final Set<ClientConnection> clients = new LinkedHashSet<>();
  private final Set<ClientHttp2Connection> links = new LinkedHashSet<>();
  private volatile boolean closed;
  private volatile long turnedNanos;

  /// Creates a loop whose clients connect without TLS.
  RelayLoop(
      NettyLoop loop,
      NanoClock clock,
      RelayCounts counts,
      RequestMemoryBudget held,
      LoopHeader mark) {
    this(loop, clock, counts, held, mark, new ConcurrentHashMap<>(), () -> false);
  }

  /// @param mark mark of the relay, the same on all of its loops
  /// @param keepAlives how long upstreams keep idle connections, as observed by all loops of the
  ///   relay
  /// @param secure whether clients connect over TLS
  RelayLoop(
      NettyLoop loop,
      NanoClock clock,
      RelayCounts counts,
      RequestMemoryBudget held,
      LoopHeader mark,
      ConcurrentMap<Upstream, IdleTimeoutEstimate> keepAlives,
      BooleanSupplier secure) {
    this.secure = secure;
    this.loop = loop;
    this.clock = clock;
    this.counts = counts;
    this.held = held;
    this.mark = mark;
    this.keepAlives = keepAlives;
    this.turnedNanos = clock.nanoTime();
    loop.execute(this::scheduleTick);
  }

  NettyLoop loop() {
    return loop;
  }

  RelayCounts counts() {
    return counts;
  }

  /// Whether the request has been forwarded by this relay too often. Counts it if so.
  boolean detectLoop(RequestHead head) {
    boolean round = mark.tooOften(head);
    if (round) {
      counts.add(RelayCounts.Event.LOOPED);
    }
    return round;
  }

  /// Whether clients connect over TLS.
  boolean secure() {
    return secure.getAsBoolean();
  }

  /// Returns the mark that every forwarded request carries.
  LoopHeader mark() {
    return mark;
  }

  /// Returns an empty share of the memory for buffered request bodies.
  ///
  /// @param crowdedOut called on this loop when the share is evicted
  RequestMemoryBudget.Share share(Runnable crowdedOut) {
    return held.share(() -> loop.execute(crowdedOut));
  }

  long now() {
    return clock.nanoTime();
  }

  /// Returns how long ago the loop last ran its tick, in nanoseconds; 0 once it is closed. Callable
  /// from any thread.
  long stillNanos() {
    return closed ? 0 : now() - turnedNanos;
  }

  /// Returns the buffer that upstreams' sockets are read into. Its content is consumed before the
  /// next read.
  ByteBuf room() {
    return room;
  }

  /// Returns the buffer for parsing, whose content is consumed before the next read. Sending does
  /// not use it: response bytes are copied to it before they are sent, and parsed afterwards.
  byte[] scratch() {
    return scratch;
  }

  UpstreamPool pool(Upstream upstream) {
    return pools.computeIfAbsent(upstream, made -> new UpstreamPool(made, this, keepAlive(made)));
  }

  private IdleTimeoutEstimate keepAlive(Upstream upstream) {
    return keepAlives.computeIfAbsent(upstream, _ -> new IdleTimeoutEstimate(MAX_IDLE_NANOS));
  }

  /// Finds or makes a connection for an exchange. To the client, an internal error is the same as
  /// an unreachable upstream: it gets an error response, which is counted. The log reports it once
  /// for each upstream.
  void connect(Exchange exchange, Upstream upstream) {
    try {
      pool(upstream).acquire(exchange);
    } catch (RuntimeException e) {
      log(e, upstream);
      exchange.notConnected(e);
    }
  }

  /// Logs an internal error, once for each upstream.
  void log(RuntimeException fault, Upstream upstream) {
    if (faulty.add(upstream)) {
      LOG.error("an internal error while sending to upstream {}", upstream.name(), fault);
    }
  }

  void add(ClientConnection client) {
    clients.add(client);
  }

  void remove(ClientConnection client) {
    clients.remove(client);
  }

  /// Returns how many connections, and streams of shared connections, are monitored for time
  /// limits.
  int clients() {
    return clients.size();
  }

  void add(ClientHttp2Connection link) {
    links.add(link);
  }

  void remove(ClientHttp2Connection link) {
    links.remove(link);
  }

  /// Lets every client connection finish its current exchange and close.
  void drain() {
    for (ClientConnection each : List.copyOf(clients)) {
      each.drain();
    }
    List.copyOf(links).forEach(ClientHttp2Connection::drain);
  }

  /// Whether everything was broken off. From then on, connections end because the gateway closes
  /// them.
  boolean closed() {
    return closed;
  }

  /// Breaks off all exchanges and releases the buffer.
  void close() {
    closed = true;
    for (ClientConnection each : List.copyOf(clients)) {
      each.breakOff();
    }
    List.copyOf(links).forEach(ClientHttp2Connection::breakOff);
    pools.values().forEach(UpstreamPool::close);
    loop.execute(room::release);
  }

  private void scheduleTick() {
    loop.at(NanoClock.SYSTEM.nanoTime() + TICK_NANOS, this::tick);
  }

  private void tick() {
    if (closed) {
      return;
    }
    long now = now();
    turnedNanos = now;
    try {
      checkDeadlines(now);
    } finally {
      scheduleTick();
    }
  }

  private void checkDeadlines(long now) {
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
