package dev.goodput.relay;

import dev.goodput.wire.dial.SharedConnections;
import dev.goodput.wire.http.IdleTimeoutEstimate;
import dev.goodput.wire.http.ResponseHead;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/// The idle connections of one loop to one upstream, most recently used first. They are kept as
/// long as its [IdleTimeoutEstimate] allows.
final class UpstreamPool {
  private static final long RETIRED_AFTER_NANOS = 600_000_000_000L;

  private final RelayLoop loop;
  private final UpstreamConnector connector;
  private final ArrayDeque<UpstreamConnection> idle = new ArrayDeque<>();
  private final IdleTimeoutEstimate keepAlive;

  /// The shared connections; null with HTTP/1.1, and once the upstream turns out to speak only
  /// that.
  private @Nullable SharedConnections<Exchange, UpstreamConnection> links;

  private long requestNanos;
  private boolean closed;

  /// @param keepAlive what all loops have observed about the upstream's idle timeout
  UpstreamPool(Upstream upstream, RelayLoop loop, IdleTimeoutEstimate keepAlive) {
    this.keepAlive = keepAlive;
    this.loop = loop;
    this.connector = new UpstreamConnector(upstream, loop, this);
    this.links =
        upstream.destination().mayUseHttp2()
            ? SharedExchanges.of(loop, upstream, this, connector)
            : null;
  }

  /// Switches to HTTP/1.1, the only version the upstream speaks.
  void fallBackToHttp1() {
    links = null;
  }

  /// Finds or makes a connection for an exchange, which receives the connection or the reason why
  /// there is none.
  void acquire(Exchange exchange) {
    requestNanos = loop.now();
    SharedConnections<Exchange, UpstreamConnection> two = links;
    if (two != null) {
      two.carry(exchange);
      return;
    }
    UpstreamConnection pooled = usable();
    if (pooled == null) {
      connector.dial(exchange);
    } else {
      exchange.connected(pooled, true, loop.now());
    }
  }

  private @Nullable UpstreamConnection usable() {
    long now = loop.now();
    UpstreamConnection next = idle.pollLast();
    while (next != null
        && !(next.usable() && now - next.idleSince() < keepAlive.idleLimitNanos())) {
      next.close();
      next = idle.pollLast();
    }
    return next;
  }

  /// Returns a connection to the pool.
  void release(UpstreamConnection connection, long now) {
    if (closed || !connection.usable()) {
      connection.close();
    } else {
      connection.idle(now);
      idle.addLast(connection);
    }
  }

  /// Notes that the server closed an idle connection.
  void closedIdle(UpstreamConnection connection, long now) {
    idle.remove(connection);
    keepAlive.closedAfter(now - connection.idleSince());
  }

  /// Notes that the server closed or reset a connection before it responded.
  ///
  /// @param idleNanos how long the connection had been idle before the request
  /// @param usedNanos time from the request to the close
  void closedUnanswered(long idleNanos, long usedNanos) {
    keepAlive.refusedAfter(idleNanos, usedNanos);
  }

  /// Notes the head of a response.
  void applyKeepAlive(ResponseHead head) {
    keepAlive.apply(head);
  }

  /// Closes connections that have been idle for too long, and checks the shared ones.
  void trim(long now) {
    if (links != null) {
      links.look(now);
    }
    UpstreamConnection oldest = idle.peekFirst();
    while (oldest != null && now - oldest.idleSince() >= keepAlive.idleLimitNanos()) {
      idle.pollFirst();
      oldest.close();
      oldest = idle.peekFirst();
    }
  }

  /// Closes the pool if it has been unused for a long time, for example because its upstream was
  /// removed from the configuration. Exchanges that still run do not return to it.
  ///
  /// @return whether it was closed
  boolean retires(long now) {
    boolean busy = !idle.isEmpty() || (links != null && links.busy());
    if (busy || now - requestNanos < RETIRED_AFTER_NANOS) {
      return false;
    }
    close();
    return true;
  }

  void close() {
    closed = true;
    if (links != null) {
      links.close("the gateway closes");
    }
    idle.forEach(UpstreamConnection::close);
    idle.clear();
  }
}
