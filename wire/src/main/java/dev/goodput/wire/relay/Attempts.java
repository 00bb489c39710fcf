package dev.goodput.wire.relay;

import java.util.List;

/// The upstreams that one exchange may ask, one after another.
final class Attempts {
  private final List<Upstream> all;
  private final boolean afterNoConnection;
  private final boolean after503;
  private int at;

  Attempts(Route.Forward route) {
    this.all = route.attempts();
    this.afterNoConnection = route.afterNoConnection();
    this.after503 = route.after503();
  }

  /// The one that is asked now.
  Upstream asked() {
    return all.get(at);
  }

  boolean several() {
    return all.size() > 1;
  }

  /// Whether another one may be asked where there was no connection to this one.
  boolean afterNoConnection() {
    return afterNoConnection && at + 1 < all.size();
  }

  /// Whether another one may be asked after a 503 of this one.
  boolean after503() {
    return after503 && at + 1 < all.size();
  }

  void next() {
    at++;
  }
}
