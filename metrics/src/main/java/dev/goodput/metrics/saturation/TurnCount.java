package dev.goodput.metrics.saturation;

import dev.goodput.record.Asked;

/// How many requests were planned in how many sessions: turns that a failure, or the end of a
/// level, took away count.
///
/// @param requests of all turns
/// @param sessions that began
public record TurnCount(long requests, long sessions) {
  /// Nothing was asked yet.
  public static final TurnCount NONE = new TurnCount(0, 0);

  /// With one more request, of which only the first of a session tells anything.
  public TurnCount and(Asked asked) {
    return asked.turn() > 0 ? this : new TurnCount(requests + asked.turns(), sessions + 1);
  }

  /// Both together.
  public TurnCount and(TurnCount other) {
    return new TurnCount(requests + other.requests, sessions + other.sessions);
  }

  /// Whether some session had more than one.
  boolean several() {
    return requests > sessions && sessions > 0;
  }

  /// Turns of a session, on average; 1 where nothing was asked.
  public double perSession() {
    return sessions == 0 ? 1 : (double) requests / sessions;
  }
}
