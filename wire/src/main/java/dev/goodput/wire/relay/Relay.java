package dev.goodput.wire.relay;

import dev.goodput.wire.EventLoops;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.NettyLoop;
import dev.goodput.wire.http.KeepAlive;
import dev.goodput.wire.http2.AlpnReader;
import dev.goodput.wire.http2.PrefaceReader;
import dev.goodput.wire.server.Listening;
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

/// A listening socket whose requests are handed on to upstreams.
public final class Relay implements AutoCloseable {
  private static final WriteBufferWaterMark WAITING = new WriteBufferWaterMark(64 << 10, 256 << 10);

  private final RelayOptions options;
  private final Switchboard board;
  private final RelayCounts counts = new RelayCounts();
  private final Map<Loop, RelayLoop> loops = new HashMap<>();
  private final Channel listening;
  private volatile @Nullable SslContext tls;
  private boolean closed;

  private Relay(RelayOptions options, EventLoops group, Switchboard board, NanoClock clock) {
    this.options = options;
    this.board = board;
    HeldBytes held = HeldBytes.ofHeap();
    LoopMark mark = LoopMark.fresh();
    ConcurrentMap<Upstream, KeepAlive> keepAlives = new ConcurrentHashMap<>();
    for (Loop each : group.loops()) {
      loops.put(
          each,
          new RelayLoop(
              (NettyLoop) each, clock, counts, held, mark, keepAlives, () -> tls != null));
    }
    identify(options.tls());
    this.listening = Listening.start(options.host(), options.port(), group, initializer(group));
  }

  /// Listens, and hands every request on as the switchboard says.
  ///
  /// @param clock the moments that witnesses are told
  /// @throws dev.goodput.wire.BadSettingException where the port is taken, the address is not ours,
  ///   or the certificate cannot be read
  public static Relay start(
      RelayOptions options, EventLoops loops, Switchboard board, NanoClock clock) {
    return new Relay(options, loops, board, clock);
  }

  /// Is this to whoever connects from now on; those that are connected go on as they are.
  ///
  /// @param identity null for plain TCP
  /// @throws dev.goodput.wire.BadSettingException where it is of no use; nothing has changed then
  public void identify(@Nullable ServerTls identity) {
    tls = identity == null ? null : Listening.context(identity, HttpVersion.AUTO);
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
    if (counts.connected() > options.mostConnections()) {
      turnAway(channel);
      return;
    }
    RelayLoop loop = loops.get(group.of(channel.eventLoop()));
    if (loop == null) {
      throw new IllegalStateException("a connection on a loop of others");
    }
    ClientConnection one =
        new ClientConnection(loop, options, board, new ClientOutlet(channel, secure == null));
    Consumer<ChannelPipeline> two =
        pipeline -> pipeline.replace(one, null, ClientLink.over(loop, options, board));
    channel
        .pipeline()
        .addLast(secure == null ? new PrefaceReader(_ -> {}, two) : new AlpnReader(_ -> {}, two))
        .addLast(one);
  }

  private void turnAway(SocketChannel channel) {
    counts.away();
    channel.closeFuture().addListener(_ -> counts.disconnected());
    byte[] words =
        Replies.error(
            503,
            "too_many_connections",
            "all " + options.mostConnections() + " connections of the gateway are taken",
            false);
    ChannelFuture _ =
        channel
            .writeAndFlush(Unpooled.wrappedBuffer(words))
            .addListener(ChannelFutureListener.CLOSE);
  }

  /// The port it listens on.
  public int port() {
    return ((InetSocketAddress) listening.localAddress()).getPort();
  }

  /// How many connections, and streams of shared ones, are watched now.
  int clients() {
    AtomicInteger all = new AtomicInteger();
    onLoops(each -> all.addAndGet(each.clients()));
    return all.get();
  }

  /// What was counted so far.
  public RelayCounts counts() {
    return counts;
  }

  /// How long the loop that came round longest ago has not: well below a second unless one is held.
  public long stillNanos() {
    return loops.values().stream().mapToLong(RelayLoop::stillNanos).max().orElse(0);
  }

  /// Stops listening, and closes each connection when what it does is done and its client has taken
  /// the last of it; idle ones at once.
  public void drain() {
    listening.close().awaitUninterruptibly();
    onLoops(RelayLoop::drain);
  }

  /// Stops listening and breaks everything off; returns when the port is free and all is told.
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
