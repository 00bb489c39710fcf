package dev.goodput.wire.client;

import dev.goodput.wire.ReadStamp;
import dev.goodput.wire.dial.ConnectionErrors;
import dev.goodput.wire.dial.ConnectionWaiter;
import dev.goodput.wire.http2.Http2Link;
import dev.goodput.wire.http2.LinkListener;
import dev.goodput.wire.http2.LinkOptions;
import dev.goodput.wire.http2.StreamListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An HTTP/2 connection from the moment it is first needed. It holds the calls that wait for the
/// connection, then carries each on a stream. On the loop only.
///
/// It counts as made once the server's settings have arrived, because only then it is known to
/// speak HTTP/2, and how many streams it allows.
final class SharedConnection implements ConnectionWaiter<Connection>, LinkListener {
  private final LlmClient client;
  private final SharedConnections pool;
  private final Set<LiveCall> waiting = new LinkedHashSet<>();
  private final long wantedAt;
  private Runnable attempt = () -> {};
  private @Nullable Http2Link link;
  private @Nullable ReadStamp stamp;
  private boolean ready;
  private boolean leaving;
  private long madeInNanos;
  private int carried;

  SharedConnection(LlmClient client, SharedConnections pool) {
    this.client = client;
    this.pool = pool;
    this.wantedAt = client.now();
  }

  boolean isReady() {
    return ready;
  }

  boolean hasRoom() {
    return ready && link().hasRoom();
  }

  int maxStreams() {
    return link().maxStreams();
  }

  /// Whether the connection is still being made, with fewer waiting calls than this.
  boolean waits(int most) {
    return !ready && waiting.size() < most;
  }

  Http2Link link() {
    return Objects.requireNonNull(link, "no connection yet");
  }

  /// Returns the time of the read whose frames are being handled.
  long readAt() {
    return Objects.requireNonNull(stamp, "no connection yet").nanos();
  }

  long staleNanos() {
    return Connection.staleNanos(madeInNanos);
  }

  /// Queues a call until the connection is ready.
  void await(LiveCall call) {
    waiting.add(call);
    call.connecting(() -> left(call));
  }

  private void left(LiveCall call) {
    waiting.remove(call);
    if (waiting.isEmpty() && !ready) {
      pool.lost(this);
      attempt.run();
    }
  }

  /// Opens a stream for a call.
  void carry(LiveCall call, long now) {
    carried++;
    new CallStream(client, this, call, carried > 1).open(now);
  }

  @Override
  public void connecting(Runnable leaves) {
    attempt = leaves;
  }

  @Override
  public void connected(Connection connection) {
    if (waiting.isEmpty()) {
      connection.close();
    } else if (connection.canUseHttp2()) {
      Http2Link made = Http2Link.of(LinkOptions.client(), this);
      link = made;
      stamp = connection.stamp();
      attempt = made::cut;
      var _ = connection.channel().pipeline().replace(connection, null, made);
    } else if (client.allowsHttp1()) {
      pool.lost(this);
      client.fallBackToHttp1(connection, called());
    } else {
      connection.close();
      notConnected(new IOException(ConnectionErrors.NO_HTTP2));
    }
  }

  private List<LiveCall> called() {
    List<LiveCall> all = new ArrayList<>(waiting);
    waiting.clear();
    return all;
  }

  @Override
  public void notConnected(Throwable cause) {
    pool.lost(this);
    called().forEach(each -> client.notConnected(each, cause));
  }

  @Override
  public void ready() {
    ready = true;
    madeInNanos = client.now() - wantedAt;
    pool.ready(this, called());
  }

  @Override
  public StreamListener opened(int stream) {
    throw new IllegalStateException("a server opens no streams: push is off");
  }

  @Override
  public void goingAway() {
    leaving = true;
    pool.leaves(this);
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
      notConnected(new IOException(ConnectionErrors.NO_HTTP2, cause));
    }
  }

  void cut() {
    link().cut();
  }

  /// Closes the connection: calls in progress end as reset, waiting ones as refused.
  void breakOff() {
    attempt.run();
    notConnected(new IOException("the client was closed"));
  }
}
