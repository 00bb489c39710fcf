package dev.goodput.metrics.saturation;

import dev.goodput.metrics.LevelResult;
import java.util.List;

/// How many requests came in how many sessions.
///
/// @param requests of all turns
/// @param sessions that began
public record TurnCount(long requests, long sessions) {
  /// Nothing was asked yet.
  public static final TurnCount NONE = new TurnCount(0, 0);

  /// What floods asked, whose sessions all come to their end.
  public static TurnCount ofFloods(List<LevelResult> levels) {
    return levels.stream()
        .filter(level -> level.load().arrivals().equals(CurveReading.FLOOD))
        .map(TurnCount::of)
        .reduce(NONE, TurnCount::and);
  }

  /// What one level asked.
  public static TurnCount of(LevelResult level) {
    return new TurnCount(level.totals().requests(), level.totals().sessions());
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
