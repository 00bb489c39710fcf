package dev.goodput.relay;

import java.util.List;

/// The upstreams that one exchange may try, in order.
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

  /// Returns the upstream of the current attempt.
  Upstream current() {
    return all.get(at);
  }

  boolean several() {
    return all.size() > 1;
  }

  /// Whether another upstream may be tried when no connection to this one can be made.
  boolean afterNoConnection() {
    return afterNoConnection && at + 1 < all.size();
  }

  /// Whether another upstream may be tried after a 503 from this one.
  boolean after503() {
    return after503 && at + 1 < all.size();
  }

  void next() {
    at++;
  }
}
