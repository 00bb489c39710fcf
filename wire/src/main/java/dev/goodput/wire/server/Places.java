package dev.goodput.wire.server;

import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The places that a server has for connections. Where all are taken, the one that asked longest
/// ago goes for the one that comes: whoever holds places and asks nothing keeps nobody out.
final class Places {
  private final int most;
  private final Set<Channel> byLastRequest = new LinkedHashSet<>();

  /// @param most connections at a time; 0 for any number
  Places(int most) {
    this.most = most;
  }

  /// A connection came.
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

  /// A connection sent a whole request.
  synchronized void asked(Channel connection) {
    if (byLastRequest.remove(connection)) {
      byLastRequest.add(connection);
    }
  }

  private synchronized void leave(Channel connection) {
    byLastRequest.remove(connection);
  }
}
