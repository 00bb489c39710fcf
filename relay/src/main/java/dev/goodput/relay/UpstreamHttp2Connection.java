package dev.goodput.relay;

import dev.goodput.wire.NanoClock;
import dev.goodput.wire.ReadStamp;
import dev.goodput.wire.dial.ConnectionWaiter;
import dev.goodput.wire.http2.Http2Link;
import dev.goodput.wire.http2.LinkListener;
import dev.goodput.wire.http2.LinkOptions;
import dev.goodput.wire.http2.StreamListener;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ConnectTimeoutException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An HTTP/2 connection to an upstream, from the moment it is first needed. It holds the exchanges
/// that wait for the connection, then carries each on a stream.
final class UpstreamHttp2Connection implements ConnectionWaiter<UpstreamConnection>, LinkListener {
  /// How much an upstream may send on a stream before the client has taken it.
  private static final int STREAM_WINDOW = 256 << 10;

  /// Large, as for clients: streams whose clients do not read must not block the others.
  private static final int CONNECTION_WINDOW = 1 << 30;

  private static final int MOST_HEAD = 256 << 10;
  private static final int SCRATCH = 16 << 10;

  private final RelayLoop loop;
  private final UpstreamHttp2Connections pool;
  private final String scheme;
  private final long untilNanos;
  private final byte[] scratch = new byte[SCRATCH];
  private final Set<Exchange> waiting = new LinkedHashSet<>();
  private final LivenessCheck pulse = new LivenessCheck();
  private Runnable attempt = () -> {};
  private @Nullable UpstreamConnection made;
  private @Nullable Http2Link link;
  private @Nullable ReadStamp stamp;
  private boolean ready;
  private boolean leaving;
  private boolean silent;
  private boolean reused;

  /// Creates a connection to be dialled; the connect timeout starts now.
  UpstreamHttp2Connection(RelayLoop loop, UpstreamHttp2Connections pool, Upstream upstream) {
    this.loop = loop;
    this.pool = pool;
    this.scheme = String.valueOf(upstream.url().getScheme());
    this.untilNanos = NanoClock.SYSTEM.nanoTime() + upstream.connectNanos();
  }

  Http2Link link() {
    return Objects.requireNonNull(link, "no connection yet");
  }

  String scheme() {
    return scheme;
  }

  byte[] scratch() {
    return scratch;
  }

  long now() {
    return loop.now();
  }

  /// Returns the time of the read whose frames are being handled.
  long readAt() {
    return stamp == null ? now() : stamp.nanos();
  }

  /// Returns the future of an empty write.
  ChannelFuture nothing() {
    return Objects.requireNonNull(made, "no connection yet").channel().newSucceededFuture();
  }

  boolean hasRoom() {
    return ready && link().hasRoom();
  }

  boolean busy() {
    return !ready || link().openStreams() > 0;
  }

  int maxStreams() {
    return link().maxStreams();
  }

  /// Whether the connection is still being made, with fewer waiting exchanges than this.
  boolean waits(int most) {
    return !ready && waiting.size() < most;
  }

  void await(Exchange exchange) {
    waiting.add(exchange);
    exchange.connecting(() -> left(exchange));
  }

  private void left(Exchange exchange) {
    waiting.remove(exchange);
    if (waiting.isEmpty() && !ready) {
      pool.lost(this);
      attempt.run();
    }
  }

  void carry(Exchange exchange) {
    boolean first = !reused;
    reused = true;
    pulse.asked(now());
    exchange.connected(new UpstreamStream(this), !first, now());
  }

  @Override
  public void connecting(Runnable leaves) {
    attempt = leaves;
  }

  @Override
  public void connected(UpstreamConnection connection) {
    if (waiting.isEmpty()) {
      connection.close();
    } else if (connection.canUseHttp2()) {
      Http2Link over =
          Http2Link.of(
              new LinkOptions(false, 0, STREAM_WINDOW, CONNECTION_WINDOW, MOST_HEAD, 0), this);
      made = connection;
      link = over;
      stamp = connection.stamp();
      attempt = over::cut;
      var _ = connection.channel().pipeline().replace(connection, null, over);
      loop.loop().at(untilNanos, this::late);
    } else if (pool.allowsHttp1()) {
      pool.fallBackToHttp1(connection, called());
    } else {
      connection.close();
      notConnected(new IOException("it does not speak HTTP/2"));
    }
  }

  /// Gives up on an upstream that accepts the connection and then sends no HTTP/2 settings.
  private void late() {
    if (!ready && !waiting.isEmpty()) {
      attempt.run();
      notConnected(new ConnectTimeoutException("no settings of HTTP/2 in time"));
    }
  }

  /// Pings an upstream that has gone silent. While it stays silent, new exchanges use other
  /// connections; current ones stay, because it may only be slow.
  void look(long now) {
    if (!ready || leaving) {
      return;
    }
    switch (pulse.at(now, readAt())) {
      case WELL -> heard();
      case QUIET -> link().ping();
      case GONE -> notHeard();
    }
  }

  private void heard() {
    if (silent) {
      silent = false;
      pool.returns(this);
    }
  }

  private void notHeard() {
    silent = true;
    pool.leaves(this);
    if (link().openStreams() == 0) {
      link().cut();
    }
  }

  private List<Exchange> called() {
    List<Exchange> all = new ArrayList<>(waiting);
    waiting.clear();
    return all;
  }

  @Override
  public void notConnected(Throwable cause) {
    pool.lost(this);
    called().forEach(each -> each.notConnected(cause));
  }

  @Override
  public void ready() {
    ready = true;
    pool.ready(this, called());
  }

  @Override
  public StreamListener opened(int stream) {
    throw new IllegalStateException("an upstream opens no streams: push is off");
  }

  @Override
  public void goingAway() {
    leaving = true;
    pool.leaves(this);
    streamEnded();
  }

  @Override
  public void streamEnded() {
    if (leaving && link().openStreams() == 0) {
      link().cut();
    }
  }

  @Override
  public void ended(@Nullable Throwable cause) {
    if (ready) {
      pool.lost(this);
    } else {
      notConnected(new IOException("it does not speak HTTP/2", cause));
    }
  }

  void breakOff() {
    attempt.run();
    notConnected(new IOException("the gateway closes"));
  }
}
