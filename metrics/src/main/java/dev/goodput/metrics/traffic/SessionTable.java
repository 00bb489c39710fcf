package dev.goodput.metrics.traffic;

import dev.goodput.record.Passage;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The sessions that took most output tokens, by the space-saving method: where the table is full,
/// a new session takes the place of the lightest and inherits its weight as a doubt.
final class SessionTable {
  private static final int KEPT = 512;
  private static final int TOP = 20;

  private final Map<String, SessionTally> sessions = new HashMap<>();

  void add(Observation observed) {
    Passage passage = observed.request().passage();
    if (passage == null || passage.session().isEmpty()) {
      return;
    }
    SessionTally session = sessions.get(passage.session());
    if (session == null) {
      session = new SessionTally(passage.session(), room());
      sessions.put(passage.session(), session);
    }
    session.add(observed, passage);
  }

  /// Makes room; gives the weight of whoever had to leave.
  private long room() {
    if (sessions.size() < KEPT) {
      return 0;
    }
    SessionTally lightest =
        sessions.values().stream()
            .min(Comparator.comparingLong(SessionTally::weight))
            .orElseThrow();
    sessions.remove(lightest.name());
    return lightest.weight();
  }

  /// Heaviest first.
  List<SessionFigures> heaviest() {
    return sessions.values().stream()
        .sorted(Comparator.comparingLong(SessionTally::weight).reversed())
        .limit(TOP)
        .map(SessionTally::build)
        .toList();
  }
}
