package dev.goodput.wire.relay;

import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.ReadStamp;
import dev.goodput.wire.client.BaseUrl;
import dev.goodput.wire.client.ConnectionErrors;
import dev.goodput.wire.client.ServerName;
import dev.goodput.wire.client.TlsContexts;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A maker of connections to one upstream, with TLS if its URL is `https`. It tries the upstream's
/// addresses in order until one accepts.
final class UpstreamConnector {
  private final Upstream upstream;
  private final RelayLoop loop;
  private final UpstreamPool pool;
  private final AddressResolver addresses;
  private final @Nullable SslContext tls;
  private final ServerName name;

  UpstreamConnector(Upstream upstream, RelayLoop loop, UpstreamPool pool) {
    this.upstream = upstream;
    this.loop = loop;
    this.pool = pool;
    this.addresses = new AddressResolver(upstream.url(), loop);
    this.name = ServerName.of(upstream.url(), upstream.tls().insecure());
    this.tls =
        BaseUrl.secure(upstream.url()) ? TlsContexts.client(upstream.tls(), upstream.http()) : null;
  }

  /// Opens a connection for a waiter. The connect timeout covers everything from the name lookup
  /// on.
  void dial(ConnectionWaiter seeker) {
    long until = loop.now() + upstream.connectNanos();
    addresses.within(
        upstream.connectNanos(),
        known -> {
          if (known.isEmpty()) {
            seeker.notConnected(new UnknownHostException(addresses.host()), loop.now());
          } else {
            dial(seeker, known, 0, until, null);
          }
        },
        () -> seeker.notConnected(addresses.late(), loop.now()));
  }

  /// @param until when the connection must be ready; the remaining time is divided among the
  ///   remaining addresses
  /// @param before why the previous address failed, null for the first
  private void dial(
      ConnectionWaiter seeker,
      List<InetSocketAddress> known,
      int place,
      long until,
      @Nullable Throwable before) {
    if (seeker.over()) {
      return;
    }
    UpstreamConnection made;
    try {
      made = connection(millis(until, known.size() - place));
    } catch (ChannelException noSocket) {
      failed(seeker, toBlame(before, noSocket));
      return;
    }
    seeker.dialling(made::close);
    Future<?> _ = loop.loop().netty().register(made.channel());
    ChannelFuture connecting = made.channel().connect(known.get(place));
    connecting.addListener(result -> {
      if (result.isSuccess()) {
        loop.counts().upstreamConnected();
        secured(seeker, made, until);
      } else if (place + 1 < known.size() && !seeker.over()) {
        made.close();
        dial(seeker, known, place + 1, until, toBlame(before, cause(result.cause())));
      } else {
        made.close();
        failed(seeker, toBlame(before, cause(result.cause())));
      }
    });
  }

  /// Returns the error to report. An error of this machine (no address to connect from, say) counts
  /// only if no earlier address failed for another reason.
  private static Throwable toBlame(@Nullable Throwable before, Throwable now) {
    return before != null && ConnectionErrors.local(now) ? before : now;
  }

  private void failed(ConnectionWaiter seeker, Throwable cause) {
    if (ConnectionErrors.local(cause)) {
      loop.counts().localFailure();
    }
    seeker.notConnected(cause, loop.now());
  }

  private static Throwable cause(@Nullable Throwable known) {
    return known == null ? new ConnectTimeoutException("no connection in time") : known;
  }

  /// Returns a share of the remaining time in milliseconds, or 0 if there is no limit.
  private int millis(long until, int shares) {
    return upstream.connectNanos() == 0
        ? 0
        : (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis((until - loop.now()) / shares));
  }

  private UpstreamConnection connection(int limit) {
    SslContext context = tls;
    boolean direct = context == null && upstream.http() != HttpVersion.TWO;
    ReadStamp stamp = direct ? null : new ReadStamp(loop::now);
    UpstreamConnection made = new UpstreamConnection(loop, pool, stamp);
    SocketChannel channel = made.channel();
    channel.config().setTcpNoDelay(true).setConnectTimeoutMillis(limit);
    if (stamp != null) {
      channel.pipeline().addLast(stamp);
    }
    if (context != null) {
      channel.pipeline().addLast(name.handler(context, channel.alloc()));
    }
    channel.pipeline().addLast(made);
    return made;
  }

  private void secured(ConnectionWaiter seeker, UpstreamConnection made, long until) {
    SslHandler handler = made.channel().pipeline().get(SslHandler.class);
    if (handler == null) {
      seeker.made(made, loop.now());
      return;
    }
    // The channel becomes active, and the handshake starts, only after this listener.
    handler.setHandshakeTimeoutMillis(millis(until, 1));
    handler
        .handshakeFuture()
        .addListener(result -> {
          Throwable problem =
              result.isSuccess()
                  ? name.problem(handler.engine().getSession())
                  : cause(result.cause());
          if (problem == null) {
            seeker.made(made, loop.now());
          } else {
            made.close();
            failed(seeker, problem);
          }
        });
  }
}
