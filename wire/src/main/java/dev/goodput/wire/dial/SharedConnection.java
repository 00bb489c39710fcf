package dev.goodput.wire.dial;

import dev.goodput.wire.NanoClock;
import dev.goodput.wire.ReadStamp;
import dev.goodput.wire.http2.Http2Link;
import dev.goodput.wire.http2.LinkListener;
import dev.goodput.wire.http2.StreamListener;
import io.netty.channel.ConnectTimeoutException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An HTTP/2 connection from the moment it is first needed. It holds the requests that wait for the
/// connection, then carries each on a stream. On the loop only.
///
/// It counts as made once the server's settings have arrived, because only then it is known to
/// speak HTTP/2, and how many streams it allows.
///
/// @param <R> kind of request
/// @param <C> kind of connection that is dialled
public final class SharedConnection<R, C extends DialedConnection>
    implements ConnectionWaiter<C>, LinkListener {
  private final SharedConnections<R, C> pool;
  private final SharedConnections.Owner<R, C> owner;
  private final SharedConnections.Settings settings;
  private final Set<R> waiting = new LinkedHashSet<>();
  private final LivenessCheck health = new LivenessCheck();
  private final long wantedAt;
  private final long untilNanos;
  private Runnable attempt = () -> {};
  private @Nullable C dialled;
  private @Nullable Http2Link link;
  private boolean ready;
  private boolean leaving;
  private boolean silent;
  private boolean used;
  private long madeInNanos;

  SharedConnection(
      SharedConnections<R, C> pool,
      SharedConnections.Owner<R, C> owner,
      SharedConnections.Settings settings) {
    this.pool = pool;
    this.owner = owner;
    this.settings = settings;
    this.wantedAt = settings.clock().nanoTime();
    long limit = settings.limitNanos();
    this.untilNanos = limit == Dialer.NO_LIMIT ? limit : NanoClock.SYSTEM.nanoTime() + limit;
  }

  boolean isReady() {
    return ready;
  }

  boolean hasRoom() {
    return ready && link().hasRoom();
  }

  boolean busy() {
    return !ready || link().openStreams() > 0;
  }

  /// Whether the connection is still being made, with fewer waiting requests than this.
  boolean canQueue(int most) {
    return !ready && waiting.size() < most;
  }

  /// Returns the connection with its streams.
  public Http2Link link() {
    return Objects.requireNonNull(link, "no connection yet");
  }

  /// Returns the connection that was dialled.
  public C dialled() {
    return Objects.requireNonNull(dialled, "no connection yet");
  }

  /// Returns the time of the read whose frames are being handled.
  public long readAt() {
    ReadStamp stamp = dialled().stamp();
    return stamp == null ? settings.clock().nanoTime() : stamp.nanos();
  }

  /// Returns how long it took to make the connection, including TLS and the settings.
  public long madeInNanos() {
    return madeInNanos;
  }

  /// Queues a request until the connection is ready.
  void await(R request) {
    waiting.add(request);
    owner.waiting(request, () -> left(request));
  }

  private void left(R request) {
    waiting.remove(request);
    if (waiting.isEmpty() && !ready) {
      pool.lost(this);
      attempt.run();
    }
  }

  /// Opens a stream for a request.
  void carry(R request) {
    boolean first = !used;
    used = true;
    health.requested(settings.clock().nanoTime());
    owner.carry(request, this, !first);
  }

  @Override
  public void connecting(Runnable onCancel) {
    attempt = onCancel;
  }

  @Override
  public void connected(C connection) {
    if (waiting.isEmpty()) {
      connection.close();
    } else if (connection.canUseHttp2()) {
      Http2Link made = Http2Link.of(settings.options(), this);
      dialled = connection;
      link = made;
      attempt = made::cut;
      var _ = connection.channel().pipeline().replace(connection, null, made);
      if (untilNanos != Dialer.NO_LIMIT) {
        var _ = settings.loop().at(untilNanos, this::late);
      }
    } else if (settings.http1()) {
      pool.lost(this);
      owner.fallBackToHttp1(connection, called());
    } else {
      connection.close();
      notConnected(noHttp2(null));
    }
  }

  private IOException noHttp2(@Nullable Throwable cause) {
    return new IOException(ConnectionErrors.NO_HTTP2, cause);
  }

  /// Gives up on a server that accepts the connection and then sends no HTTP/2 settings.
  private void late() {
    if (!ready && !waiting.isEmpty()) {
      attempt.run();
      notConnected(new ConnectTimeoutException("no settings of HTTP/2 in time"));
    }
  }

  /// Pings a server that has gone silent. While it stays silent, new requests use other
  /// connections; current ones stay, because it may only be slow.
  void look(long now) {
    if (!ready || leaving) {
      return;
    }
    switch (health.at(now, readAt())) {
      case WELL -> responsive();
      case QUIET -> link().ping();
      case GONE -> unresponsive();
    }
  }

  private void responsive() {
    if (silent) {
      silent = false;
      pool.restore(this);
    }
  }

  private void unresponsive() {
    silent = true;
    pool.withdraw(this);
    if (link().openStreams() == 0) {
      link().cut();
    }
  }

  private List<R> called() {
    List<R> all = new ArrayList<>(waiting);
    waiting.clear();
    return all;
  }

  @Override
  public void notConnected(Throwable cause) {
    pool.lost(this);
    called().forEach(each -> owner.notConnected(each, cause));
  }

  @Override
  public void ready() {
    ready = true;
    madeInNanos = settings.clock().nanoTime() - wantedAt;
    pool.ready(this, called());
  }

  @Override
  public StreamListener opened(int stream) {
    throw new IllegalStateException("a server opens no streams: push is off");
  }

  @Override
  public void goingAway() {
    leaving = true;
    pool.withdraw(this);
    streamEnded();
  }

  /// Closes a connection that takes no new streams once its last stream has ended.
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
      notConnected(noHttp2(cause));
    }
  }

  void reset(String why) {
    attempt.run();
    notConnected(new IOException(why));
  }
}
