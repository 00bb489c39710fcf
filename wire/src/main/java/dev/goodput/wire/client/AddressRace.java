package dev.goodput.wire.client;

import dev.goodput.wire.NanoClock;
import dev.goodput.wire.Timer;
import io.netty.channel.ChannelFuture;
import io.netty.util.concurrent.Future;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A connection attempt to a server with several addresses. They are tried in order; the next one
/// starts as soon as one fails or gives no response for 250 ms. The first to connect wins (RFC 8305
/// §5). On the loop only.
final class AddressRace {
  /// The "Connection Attempt Delay" that RFC 8305 recommends.
  private static final long DELAY_NANOS = 250_000_000;

  private final Connector connector;
  private final ConnectionWaiter waiter;
  private final List<InetSocketAddress> addresses;
  private final List<Connection> attempts = new ArrayList<>();
  private int begun;
  private boolean over;
  private @Nullable Timer timer;

  AddressRace(Connector connector, ConnectionWaiter waiter, List<InetSocketAddress> addresses) {
    this.connector = connector;
    this.waiter = waiter;
    this.addresses = addresses;
  }

  void start() {
    waiter.connecting(this::leave);
    next();
  }

  private void next() {
    InetSocketAddress address = addresses.get(begun++);
    Connection attempt;
    try {
      attempt = connector.prepare();
    } catch (RuntimeException e) {
      lost(e);
      return;
    }
    attempts.add(attempt);
    if (begun < addresses.size()) {
      timer = connector.loop().at(NanoClock.SYSTEM.nanoTime() + DELAY_NANOS, this::next);
    }
    Future<?> _ = connector.loop().netty().register(attempt.channel());
    ChannelFuture connecting = attempt.channel().connect(address);
    connecting.addListener(result -> ended(attempt, address, result));
  }

  private void ended(Connection attempt, InetSocketAddress address, Future<?> result) {
    if (over) {
      attempt.close();
      return;
    }
    attempts.remove(attempt);
    if (result.isSuccess()) {
      leave();
      connector.reached(address, attempt, waiter);
      return;
    }
    attempt.close();
    lost(result.cause());
  }

  /// Handles a failed attempt.
  private void lost(@Nullable Throwable cause) {
    cancelTimer();
    if (begun < addresses.size()) {
      next();
    } else if (attempts.isEmpty()) {
      over = true;
      connector.failed(waiter, cause == null ? new ConnectException("no connection") : cause);
    }
  }

  /// Ends the race and closes the other attempts.
  private void leave() {
    over = true;
    cancelTimer();
    attempts.forEach(Connection::close);
    attempts.clear();
  }

  private void cancelTimer() {
    Timer running = timer;
    timer = null;
    if (running != null) {
      running.cancel();
    }
  }
}
