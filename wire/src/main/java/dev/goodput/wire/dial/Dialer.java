package dev.goodput.wire.dial;

import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.NettyLoop;
import dev.goodput.wire.ReadStamp;
import dev.goodput.wire.Timer;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A maker of connections to one server, with TLS if it uses it. On the loop only.
///
/// A server's addresses are tried in order; the next one starts as soon as one fails or gives no
/// response for 250 ms. The first to connect wins (RFC 8305 §5), and is tried first from then on.
///
/// @param <C> kind of connection
public final class Dialer<C extends DialedConnection> {
  /// No limit on the time that a connection may take.
  public static final long NO_LIMIT = Long.MAX_VALUE;

  /// The "Connection Attempt Delay" that RFC 8305 recommends.
  private static final long DELAY_NANOS = 250_000_000;

  private final NettyLoop loop;
  private final Destination server;
  private final NanoClock clock;
  private final ConnectionMaker<C> maker;
  private final @Nullable SslContext tls;
  private final ServerName name;
  private List<InetSocketAddress> addresses = List.of();

  /// @param clock clock of the time stamps of reads
  /// @throws dev.goodput.wire.BadSettingException if a TLS file cannot be used
  public Dialer(NettyLoop loop, Destination server, NanoClock clock, ConnectionMaker<C> maker) {
    this.loop = loop;
    this.server = server;
    this.clock = clock;
    this.maker = maker;
    this.tls = server.secure() ? TlsContexts.client(server.tls(), server.http()) : null;
    this.name = ServerName.of(server);
  }

  /// Sets the server's addresses, the preferred one first.
  public void use(List<InetSocketAddress> found) {
    addresses = List.copyOf(found);
  }

  /// Whether an address is known.
  public boolean hasAddress() {
    return !addresses.isEmpty();
  }

  /// Prepares an attempt to connect. The waiter gets a callback that abandons it.
  ///
  /// @param untilNanos when the connection must be ready, on [NanoClock#SYSTEM]
  public Attempt attempt(ConnectionWaiter<C> waiter, long untilNanos) {
    Attempt attempt = new Attempt(waiter, untilNanos);
    waiter.connecting(attempt::leave);
    return attempt;
  }

  private void prefer(InetSocketAddress address) {
    if (!address.equals(addresses.getFirst())) {
      List<InetSocketAddress> all = new ArrayList<>(addresses);
      all.remove(address);
      all.addFirst(address);
      use(all);
    }
  }

  private C prepare() {
    boolean direct = tls == null && server.http() != HttpVersion.TWO;
    ReadStamp stamp = direct ? null : new ReadStamp(clock);
    C made = maker.make(stamp);
    SocketChannel channel = made.channel();
    channel.config().setTcpNoDelay(true).setConnectTimeoutMillis(0);
    if (stamp != null) {
      channel.pipeline().addLast(stamp);
    }
    if (tls != null) {
      channel.pipeline().addLast(name.handler(tls, channel.alloc()));
    }
    channel.pipeline().addLast(made);
    return made;
  }

  /// An attempt to connect.
  public final class Attempt {
    private final ConnectionWaiter<C> waiter;
    private final long untilNanos;
    private final List<InetSocketAddress> untried = new ArrayList<>();
    private final List<C> racing = new ArrayList<>();
    private boolean over;
    private @Nullable C reached;
    private @Nullable Timer next;
    private @Nullable Timer limit;
    private @Nullable Throwable problem;

    private Attempt(ConnectionWaiter<C> waiter, long untilNanos) {
      this.waiter = waiter;
      this.untilNanos = untilNanos;
    }

    /// Starts to connect. May call the waiter before it returns.
    public void start() {
      if (over) {
        return;
      }
      if (addresses.isEmpty()) {
        fail(new UnknownHostException(server.host()));
        return;
      }
      if (untilNanos != NO_LIMIT) {
        limit =
            loop.at(untilNanos, () -> fail(new ConnectTimeoutException("connection timed out")));
      }
      untried.addAll(addresses);
      tryNext();
    }

    /// Gives the attempt up and reports why.
    public void fail(Throwable cause) {
      if (!over) {
        leave();
        maker.failed(cause);
        waiter.notConnected(cause);
      }
    }

    private void tryNext() {
      InetSocketAddress address = untried.removeFirst();
      C made;
      try {
        made = prepare();
      } catch (RuntimeException noSocket) {
        lost(noSocket);
        return;
      }
      racing.add(made);
      if (!untried.isEmpty()) {
        next = loop.at(NanoClock.SYSTEM.nanoTime() + DELAY_NANOS, this::tryNext);
      }
      Future<?> _ = loop.netty().register(made.channel());
      ChannelFuture connecting = made.channel().connect(address);
      connecting.addListener(result -> ended(made, address, result));
    }

    private void ended(C made, InetSocketAddress address, Future<?> result) {
      if (over || reached != null) {
        made.close();
        return;
      }
      racing.remove(made);
      if (result.isSuccess()) {
        reached = made;
        endRace();
        prefer(address);
        maker.accepted();
        secure(made);
      } else {
        made.close();
        lost(result.cause());
      }
    }

    /// Handles a failed address. An error of this machine (such as no free local port) is reported
    /// only if no address failed for another reason.
    private void lost(@Nullable Throwable cause) {
      Throwable before = problem;
      Throwable now = cause == null ? new ConnectException("no connection") : cause;
      Throwable reported = before != null && ConnectionErrors.local(now) ? before : now;
      problem = reported;
      cancel(next);
      if (!untried.isEmpty()) {
        tryNext();
      } else if (racing.isEmpty()) {
        fail(reported);
      }
    }

    private void secure(C made) {
      SslHandler handler = made.channel().pipeline().get(SslHandler.class);
      if (handler == null) {
        waiter.connected(made);
        return;
      }
      // The channel becomes active, and the handshake starts, only after this method.
      handler.setHandshakeTimeoutMillis(millisLeft());
      handler
          .handshakeFuture()
          .addListener(result -> {
            Throwable wrong =
                result.isSuccess()
                    ? name.problem(handler.engine().getSession())
                    : result.cause() == null
                        ? new ConnectTimeoutException("connection timed out")
                        : result.cause();
            if (wrong != null) {
              fail(wrong);
            } else if (!over) {
              waiter.connected(made);
            }
          });
    }

    /// Returns the time left for the handshake, 0 for no limit.
    private long millisLeft() {
      return untilNanos == NO_LIMIT
          ? 0
          : Math.max(1, TimeUnit.NANOSECONDS.toMillis(untilNanos - NanoClock.SYSTEM.nanoTime()));
    }

    /// Abandons the attempt: closes what was opened, and reports nothing.
    private void leave() {
      over = true;
      endRace();
      C open = reached;
      if (open != null) {
        open.close();
      }
    }

    private void endRace() {
      cancel(next);
      cancel(limit);
      List.copyOf(racing).forEach(DialedConnection::close);
      racing.clear();
    }

    private static void cancel(@Nullable Timer timer) {
      if (timer != null) {
        timer.cancel();
      }
    }
  }
}
