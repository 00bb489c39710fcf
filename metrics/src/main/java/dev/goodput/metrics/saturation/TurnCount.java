package dev.goodput.metrics.saturation;

import dev.goodput.record.RequestSpec;

/// Numbers of planned requests and sessions. Turns that were dropped because of a failure or the
/// end of a level count as well.
///
/// @param requests requests of all turns
/// @param sessions sessions that started
public record TurnCount(long requests, long sessions) {
  /// No requests.
  public static final TurnCount NONE = new TurnCount(0, 0);

  /// Returns the count with one more request; only the first request of a session adds to it.
  public TurnCount and(RequestSpec requested) {
    return requested.turn() > 0 ? this : new TurnCount(requests + requested.turns(), sessions + 1);
  }

  /// Returns the sum of both.
  public TurnCount and(TurnCount other) {
    return new TurnCount(requests + other.requests, sessions + other.sessions);
  }

  /// Returns whether any session has several requests.
  boolean several() {
    return requests > sessions && sessions > 0;
  }

  /// Returns the mean number of requests per session; 1 without sessions.
  public double perSession() {
    return sessions == 0 ? 1 : (double) requests / sessions;
  }
}
