package dev.goodput.relay;

import dev.goodput.wire.EventLoops;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.NettyLoop;
import dev.goodput.wire.http.IdleTimeoutEstimate;
import dev.goodput.wire.http2.AlpnReader;
import dev.goodput.wire.http2.PrefaceReader;
import dev.goodput.wire.server.ServerSockets;
import dev.goodput.wire.server.ServerTls;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A listening socket whose requests are forwarded to upstreams.
public final class Relay implements AutoCloseable {
  private static final WriteBufferWaterMark WAITING = new WriteBufferWaterMark(64 << 10, 256 << 10);

  private final RelayOptions options;
  private final Router router;
  private final RelayCounts counts = new RelayCounts();
  private final Map<Loop, RelayLoop> loops = new HashMap<>();
  private final Channel listening;
  private volatile @Nullable SslContext tls;
  private boolean closed;

  private Relay(RelayOptions options, EventLoops group, Router router, NanoClock clock) {
    this.options = options;
    this.router = router;
    RequestMemoryBudget held = RequestMemoryBudget.ofHeap();
    LoopHeader mark = LoopHeader.fresh();
    ConcurrentMap<Upstream, IdleTimeoutEstimate> keepAlives = new ConcurrentHashMap<>();
    for (Loop each : group.loops()) {
      loops.put(
          each,
          new RelayLoop(
              (NettyLoop) each, clock, counts, held, mark, keepAlives, () -> tls != null));
    }
    identify(options.tls());
    this.listening = ServerSockets.start(options.host(), options.port(), group, initializer(group));
  }

  /// Listens, and forwards every request as the switchboard decides.
  ///
  /// @param clock clock of the times that witnesses receive
  /// @throws dev.goodput.wire.BadSettingException if the port is taken, the address is not local,
  ///   or the certificate cannot be read
  public static Relay start(
      RelayOptions options, EventLoops loops, Router router, NanoClock clock) {
    return new Relay(options, loops, router, clock);
  }

  /// Changes the TLS identity for new connections. Open connections are not affected.
  ///
  /// @param identity null for plain TCP
  /// @throws dev.goodput.wire.BadSettingException if the identity cannot be used; nothing has
  ///   changed then
  public void identify(@Nullable ServerTls identity) {
    tls = identity == null ? null : ServerSockets.context(identity, HttpVersion.AUTO);
  }

  private ChannelHandler initializer(EventLoops group) {
    return new ChannelInitializer<SocketChannel>() {
      @Override
      protected void initChannel(SocketChannel channel) {
        accept(channel, group);
      }
    };
  }

  private void accept(SocketChannel channel, EventLoops group) {
    SslContext secure = tls;
    channel.config().setWriteBufferWaterMark(WAITING);
    if (secure != null) {
      channel.pipeline().addLast(secure.newHandler(channel.alloc()));
    }
    if (counts.connected() > options.maxConnections()) {
      refuse(channel);
      return;
    }
    RelayLoop loop = loops.get(group.of(channel.eventLoop()));
    if (loop == null) {
      throw new IllegalStateException("a connection on a loop of others");
    }
    ClientConnection one =
        new ClientConnection(
            loop, options, router, new SocketResponseWriter(channel, secure == null));
    Consumer<ChannelPipeline> two =
        pipeline -> pipeline.replace(one, null, ClientHttp2Connection.over(loop, options, router));
    channel
        .pipeline()
        .addLast(secure == null ? new PrefaceReader(_ -> {}, two) : new AlpnReader(_ -> {}, two))
        .addLast(one);
  }

  private void refuse(SocketChannel channel) {
    counts.add(RelayCounts.Event.TURNED_AWAY);
    channel.closeFuture().addListener(_ -> counts.disconnected());
    byte[] words =
        LocalResponses.error(
            503,
            "too_many_connections",
            "all " + options.maxConnections() + " connections of the gateway are taken",
            false);
    ChannelFuture _ =
        channel
            .writeAndFlush(Unpooled.wrappedBuffer(words))
            .addListener(ChannelFutureListener.CLOSE);
  }

  /// Returns the port that the relay listens on.
  public int port() {
    return ((InetSocketAddress) listening.localAddress()).getPort();
  }

  /// Returns how many connections, and streams of shared connections, are monitored for time
  /// limits.
  int clients() {
    AtomicInteger all = new AtomicInteger();
    onLoops(each -> all.addAndGet(each.clients()));
    return all.get();
  }

  /// Returns the relay's counters.
  public RelayCounts counts() {
    return counts;
  }

  /// Returns the age of the oldest heartbeat among the loops, in nanoseconds. It is well below a
  /// second unless a loop is blocked.
  public long stillNanos() {
    return loops.values().stream().mapToLong(RelayLoop::stillNanos).max().orElse(0);
  }

  /// Stops listening. Idle connections close at once, the others when their exchange is done and
  /// the client has read all of it.
  public void drain() {
    listening.close().awaitUninterruptibly();
    onLoops(RelayLoop::drain);
  }

  /// Stops listening and breaks off all exchanges. Returns once the port is free and all callbacks
  /// have run.
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    listening.close().awaitUninterruptibly();
    onLoops(RelayLoop::close);
    onLoops(_ -> {});
  }

  private void onLoops(Consumer<RelayLoop> task) {
    List<RelayLoop> all = new ArrayList<>(loops.values());
    CountDownLatch done = new CountDownLatch(all.size());
    for (RelayLoop each : all) {
      each.loop()
          .execute(() -> {
            try {
              task.accept(each);
            } finally {
              done.countDown();
            }
          });
    }
    try {
      done.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
