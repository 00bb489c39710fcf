package dev.goodput.wire.client;

import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.NettyLoop;
import dev.goodput.wire.dial.ConnectionErrors;
import dev.goodput.wire.dial.ConnectionWaiter;
import dev.goodput.wire.dial.SharedConnections;
import dev.goodput.wire.dialect.AnswerParser;
import dev.goodput.wire.dialect.AnswerSink;
import dev.goodput.wire.http.IdleTimeoutEstimate;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A client of one server on one loop. It has a pool of keep-alive connections, most recently used
/// first, or with HTTP/2 as few connections as can carry all calls.
///
/// Servers close idle connections at any time. If a pooled connection is lost within moments of the
/// request and before any byte of a response, a new connection replaces it, and the request is sent
/// again, once. The stamps are those of the second attempt, and [#sentAgain()] counts it. A later
/// loss is final, because the server may have processed the request.
public final class LlmClient implements AutoCloseable {
  private static final int READ_SIZE = 64 * 1024;
  private static final long DRAIN_NANOS = 1_000_000_000;

  private final NettyLoop loop;
  private final Endpoint endpoint;
  private final ClientOptions options;
  private final Redaction redaction;
  private final RequestTemplate postHead;
  private final Connector connector;
  private final ReceiveBuffer buffer = new ReceiveBuffer(READ_SIZE);
  private final byte[] scratch = new byte[READ_SIZE];
  private final ArrayDeque<Connection> idle = new ArrayDeque<>();
  private final Set<Connection> open = new HashSet<>();
  private final DeadlineWheel wheel;
  private final IdleTimeoutEstimate keepAlive = new IdleTimeoutEstimate(Long.MAX_VALUE);

  /// The shared connections; null with HTTP/1.1, and once the server turns out to speak only that.
  private @Nullable SharedConnections<LiveCall, Connection> shared;

  private final ConnectionPrewarmer spare;

  private boolean wheelTurns;
  private boolean closed;
  private boolean bodiesEndLate;
  private int refusedLocally;
  private final AtomicInteger sentAgain = new AtomicInteger();
  private final AtomicInteger prewarmed = new AtomicInteger();

  private LlmClient(
      NettyLoop loop, Endpoint endpoint, ClientOptions options, List<InetSocketAddress> addresses) {
    this.loop = loop;
    this.endpoint = endpoint;
    this.options = options;
    this.redaction = Redaction.of(endpoint);
    this.postHead = RequestTemplate.post(endpoint);
    this.connector = new Connector(this, loop, endpoint, addresses, buffer);
    this.wheel = new DeadlineWheel(now());
    this.shared = endpoint.destination().mayUseHttp2() ? SharedCalls.of(this, connector) : null;
    this.spare = new ConnectionPrewarmer(this, connector);
  }

  /// Opens a client. Resolves names and reads TLS files, but does not connect.
  ///
  /// @param loop one of [dev.goodput.wire.EventLoops]
  /// @throws dev.goodput.wire.BadSettingException if a TLS file cannot be used
  public static LlmClient open(Loop loop, Endpoint endpoint, ClientOptions options) {
    return open(loop, endpoint, options, endpoint.destination().lookUp());
  }

  static LlmClient open(
      Loop loop, Endpoint endpoint, ClientOptions options, List<InetSocketAddress> addresses) {
    if (loop instanceof NettyLoop netty) {
      return new LlmClient(netty, endpoint, options, addresses);
    }
    throw new IllegalArgumentException("not a loop of sockets: " + loop);
  }

  /// Sends a request. On the loop only; the listener is never called before this returns.
  ///
  /// @param body request body, made by [dev.goodput.wire.dialect.Dialect#encode]
  /// @param stream whether the body requests a stream
  public Call send(byte[] body, boolean stream, CallListener listener) {
    return ask(body, stream, listener);
  }

  LiveCall ask(byte[] body, boolean stream, CallListener listener) {
    return start(
        new Request(postHead, body),
        stream,
        sink -> endpoint.dialect().newParser(sink, keepsText()),
        listener);
  }

  /// Sends any request; used by the pre-flight.
  LiveCall start(
      Request request,
      boolean stream,
      Function<AnswerSink, AnswerParser> parsers,
      CallListener listener) {
    LiveCall call = new LiveCall(this, request, stream, parsers, listener);
    route(call);
    return call;
  }

  /// Sends a request that is not streamed, from any thread. The future completes on the loop.
  CompletableFuture<Exchange> exchange(Request request, AnswerParser parser) {
    CompletableFuture<Exchange> done = new CompletableFuture<>();
    loop.execute(() -> {
      try {
        LiveCall _ = start(request, false, _ -> parser, done::complete);
      } catch (RuntimeException e) {
        done.completeExceptionally(e);
      }
    });
    return done;
  }

  private void route(LiveCall call) {
    Connection pooled = shared == null ? usable() : null;
    if (pooled == null) {
      connect(call);
    } else {
      pooled.carry(call, now());
    }
  }

  /// Falls back to HTTP/1.1, because the server does not speak HTTP/2.
  ///
  /// @param connection first connection
  /// @param waiting calls that wait for a connection
  void fallBackToHttp1(Connection connection, List<LiveCall> waiting) {
    shared = null;
    connected(connection, waiting.getFirst());
    waiting.stream().skip(1).forEach(this::route);
  }

  private @Nullable Connection usable() {
    long now = now();
    Connection next = idle.pollLast();
    while (next != null && !fresh(next, now)) {
      next.close();
      next = idle.pollLast();
    }
    return next;
  }

  /// Whether an idle connection is open and not idle for so long that the server may have closed
  /// it.
  private boolean fresh(Connection connection, long now) {
    return connection.usable() && now - connection.idleSince() < keepAlive.idleLimitNanos();
  }

  void connect(LiveCall call) {
    if (closed) {
      loop.execute(() -> call.notConnected(new IOException("the client was closed"), now()));
      return;
    }
    SharedConnections<LiveCall, Connection> two = shared;
    if (two != null) {
      two.carry(call);
      return;
    }
    call.connectsFrom(now());
    connector.connect(new CallConnectionWaiter(this, call));
  }

  /// Opens connections before a burst, so that its requests need not wait for them. Does nothing
  /// with a connection per request or with shared connections. On the loop only.
  ///
  /// @param idle how many connections the burst needs
  /// @param most limit on open connections, including those in use
  /// @param untilNanos time of the burst, on the clock of the stamps
  public void openAhead(int idle, int most, long untilNanos) {
    if (pooled() && shared == null) {
      long now = now();
      List.copyOf(this.idle).stream()
          .filter(connection -> !fresh(connection, now))
          .forEach(connection -> {
            this.idle.remove(connection);
            connection.close();
          });
      spare.open(idle, most, untilNanos);
    }
  }

  /// Adds a connection to the pool before any request needs it. Connections that were used before
  /// come first.
  void prewarmed(Connection connection, long tookNanos) {
    if (closed || !connection.usable()) {
      connection.close();
      return;
    }
    open.add(connection);
    connection.waitsInPool(tookNanos, now());
    int _ = prewarmed.incrementAndGet();
    idle.addFirst(connection);
  }

  void notConnected(LiveCall call, Throwable cause) {
    refusedLocally += ConnectionErrors.local(cause) ? 1 : 0;
    call.notConnected(cause, now());
  }

  void sendAgain(LiveCall call) {
    int _ = sentAgain.incrementAndGet();
    connect(call);
  }

  void connected(Connection connection, LiveCall call) {
    if (call.ended() || closed || !connection.usable()) {
      connection.close();
      call.notConnected(new IOException("the connection was closed at once"), now());
      return;
    }
    open.add(connection);
    long now = now();
    connection.madeIn(now - call.connectFrom());
    connection.carry(call, now);
  }

  /// Returns how many connections are open, including idle ones. On the loop only.
  public int openConnections() {
    return open.size() + (shared == null ? 0 : shared.open());
  }

  /// Whether the next request need not wait for a new connection. On the loop only.
  public boolean hasIdleConnection() {
    Connection next = shared == null ? idle.peekLast() : null;
    return next != null && fresh(next, now());
  }

  /// Returns how many connections failed because this machine ran out of ports or file descriptors.
  /// On the loop only.
  public int refusedLocally() {
    return refusedLocally;
  }

  /// Returns how many requests were sent a second time because their pooled connection was stale.
  /// From any thread.
  public int sentAgain() {
    return sentAgain.get();
  }

  /// Returns how many connections were opened before bursts. From any thread.
  public int prewarmed() {
    return prewarmed.get();
  }

  /// Closes all connections. Calls in progress end as reset, and calls that wait for a connection
  /// as refused. From any thread.
  @Override
  public void close() {
    loop.execute(() -> {
      if (closed) {
        return;
      }
      closed = true;
      spare.stop();
      for (Connection each : Set.copyOf(open)) {
        each.reset();
      }
      if (shared != null) {
        shared.close("the client was closed");
      }
      loop.execute(buffer::release);
    });
  }

  long now() {
    return options.clock().nanoTime() - options.originNanoTime();
  }

  boolean keepsText() {
    return options.keepText();
  }

  Timeouts timeouts() {
    return options.timeouts();
  }

  Redaction redaction() {
    return redaction;
  }

  byte[] scratch() {
    return scratch;
  }

  /// Returns the one buffer that plain connections read into.
  ByteBuf room() {
    return buffer.bytes();
  }

  /// Returns the version of HTTP in use, known from the first response on.
  HttpVersion http() {
    return shared == null ? HttpVersion.ONE : HttpVersion.TWO;
  }

  /// Whether the client falls back to HTTP/1.1 if the server does not speak HTTP/2.
  boolean allowsHttp1() {
    return endpoint.http() != HttpVersion.TWO;
  }

  boolean pooled() {
    return !endpoint.connectionPerRequest() && !closed;
  }

  ByteBuf encode(ByteBufAllocator allocator, byte[] request) {
    return allocator.directBuffer(request.length, request.length).writeBytes(request);
  }

  /// Whether a call with a known outcome waits for the end of its body so that its connection can
  /// be reused at once. It does not if another connection is idle or the previous body ended late.
  boolean waitsForBodies() {
    return pooled() && idle.isEmpty() && !bodiesEndLate;
  }

  /// Returns what is known about the server's idle timeout.
  IdleTimeoutEstimate keepAlive() {
    return keepAlive;
  }

  int idleConnections() {
    return idle.size();
  }

  void bodyEndsLate(boolean late) {
    bodiesEndLate = late;
  }

  void idle(Connection connection) {
    idle.addLast(connection);
  }

  void lostConnection(Connection connection) {
    open.remove(connection);
    idle.remove(connection);
  }

  /// Runs a task after the second that a body gets to end.
  void afterDrainTime(Runnable task) {
    loop.at(NanoClock.SYSTEM.nanoTime() + DRAIN_NANOS, task);
  }

  void forget(LiveCall call, DeadlineWheel.Entry entry) {
    wheel.remove(entry);
  }

  void watch(DeadlineWheel.Entry entry, long now) {
    wheel.place(entry, now);
    turnWheel();
  }

  private void turnWheel() {
    if (wheelTurns || wheel.isEmpty()) {
      return;
    }
    wheelTurns = true;
    long delay = Math.max(0, wheel.nextTickNanos() - now());
    loop.at(
        NanoClock.SYSTEM.nanoTime() + delay,
        () -> {
          wheelTurns = false;
          try {
            wheel.advance(now());
          } finally {
            turnWheel();
          }
        });
  }

  /// The wait of a call for a connection of its own.
  private record CallConnectionWaiter(LlmClient client, LiveCall call)
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
}
