package dev.goodput.wire.server;

import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A limit on a server's connections. At the limit, a new connection replaces the one whose last
/// request is oldest, so that idle connections cannot lock out others.
final class ConnectionLimiter {
  private final int most;
  private final Set<Channel> byLastRequest = new LinkedHashSet<>();

  /// @param most limit on connections, 0 for none
  ConnectionLimiter(int most) {
    this.most = most;
  }

  /// Adds a connection, and closes the one it replaces, if any.
  void take(Channel connection) {
    if (most == 0) {
      return;
    }
    Channel over = taken(connection);
    if (over != null) {
      Future<?> _ = over.close();
    }
    connection.closeFuture().addListener(_ -> leave(connection));
  }

  private synchronized @Nullable Channel taken(Channel connection) {
    Channel over = null;
    if (byLastRequest.size() >= most) {
      Iterator<Channel> eldest = byLastRequest.iterator();
      over = eldest.next();
      eldest.remove();
    }
    byLastRequest.add(connection);
    return over;
  }

  /// Notes that a connection sent a complete request.
  synchronized void asked(Channel connection) {
    if (byLastRequest.remove(connection)) {
      byLastRequest.add(connection);
    }
  }

  private synchronized void leave(Channel connection) {
    byLastRequest.remove(connection);
  }
}
