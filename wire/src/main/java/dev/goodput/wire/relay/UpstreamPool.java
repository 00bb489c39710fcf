package dev.goodput.wire.relay;

import dev.goodput.wire.client.BaseUrl;
import dev.goodput.wire.http.KeepAlive;
import dev.goodput.wire.http.ResponseHead;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/// The idle connections of one loop to one upstream, last used first, for as long as its
/// [KeepAlive] allows.
final class UpstreamPool {
  private static final long RETIRED_AFTER_NANOS = 600_000_000_000L;

  private final RelayLoop loop;
  private final Dialler dialler;
  private final ArrayDeque<UpstreamConnection> idle = new ArrayDeque<>();
  private final KeepAlive keepAlive;

  /// Where exchanges share connections; null with HTTP/1.1, and once an upstream is known to speak
  /// it.
  private @Nullable UpstreamLinks links;

  private long askedAt;
  private boolean closed;

  /// @param keepAlive what all loops know of how long the upstream keeps idle connections
  UpstreamPool(Upstream upstream, RelayLoop loop, KeepAlive keepAlive) {
    this.keepAlive = keepAlive;
    this.loop = loop;
    this.dialler = new Dialler(upstream, loop, this);
    this.links = shares(upstream) ? new UpstreamLinks(loop, upstream, this, dialler) : null;
  }

  private static boolean shares(Upstream upstream) {
    return switch (upstream.http()) {
      case ONE -> false;
      case TWO -> true;
      case AUTO -> BaseUrl.secure(upstream.url());
    };
  }

  /// The upstream was found to speak HTTP/1.1.
  void speaksOne() {
    links = null;
  }

  /// Finds or makes a connection for an exchange, and tells it of the connection or of why there is
  /// none.
  void acquire(Exchange exchange) {
    askedAt = loop.now();
    UpstreamLinks two = links;
    if (two != null) {
      two.carry(exchange);
      return;
    }
    UpstreamConnection pooled = usable();
    if (pooled == null) {
      dialler.dial(exchange);
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

  /// A connection has nothing to do any more.
  void release(UpstreamConnection connection, long now) {
    if (closed || !connection.usable()) {
      connection.close();
    } else {
      connection.idle(now);
      idle.addLast(connection);
    }
  }

  /// The server closed an idle connection.
  void closedIdle(UpstreamConnection connection, long now) {
    idle.remove(connection);
    keepAlive.closedAfter(now - connection.idleSince());
  }

  /// The server closed or reset a connection before it answered.
  ///
  /// @param idleNanos how long it had been idle before the request
  /// @param usedNanos how long after the request that was
  void closedUnanswered(long idleNanos, long usedNanos) {
    keepAlive.refusedAfter(idleNanos, usedNanos);
  }

  /// The server began an answer.
  void heard(ResponseHead head) {
    keepAlive.heard(head);
  }

  /// Closes what has been idle for too long, and looks after what is shared.
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

  /// Closes it where nobody has asked it for long, as after its upstream went out of the
  /// configuration: what is still under way does not come back to it.
  boolean retires(long now) {
    boolean busy = !idle.isEmpty() || (links != null && links.busy());
    if (busy || now - askedAt < RETIRED_AFTER_NANOS) {
      return false;
    }
    close();
    return true;
  }

  void close() {
    closed = true;
    if (links != null) {
      links.close();
    }
    idle.forEach(UpstreamConnection::close);
    idle.clear();
  }
}
