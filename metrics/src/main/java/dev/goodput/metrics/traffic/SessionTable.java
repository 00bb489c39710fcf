package dev.goodput.metrics.traffic;

import dev.goodput.record.GatewayInfo;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The sessions with the most output tokens, by the space-saving algorithm: when the table is full,
/// a new session replaces the lightest one and inherits its weight as an uncertainty.
final class SessionTable {
  private static final int KEPT = 512;
  private static final int TOP = 20;

  private final Map<String, SessionTally> sessions = new HashMap<>();

  void add(RecordEvaluation evaluation) {
    GatewayInfo gatewayInfo = evaluation.request().passage();
    if (gatewayInfo == null || gatewayInfo.session().isEmpty()) {
      return;
    }
    SessionTally session = sessions.get(gatewayInfo.session());
    if (session == null) {
      session = new SessionTally(gatewayInfo.session(), makeRoom());
      sessions.put(gatewayInfo.session(), session);
    }
    session.add(evaluation, gatewayInfo);
  }

  /// Makes room; returns the weight of the removed session.
  private long makeRoom() {
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

  /// Returns the heaviest sessions, heaviest first.
  List<SessionFigures> heaviest() {
    return sessions.values().stream()
        .sorted(Comparator.comparingLong(SessionTally::weight).reversed())
        .limit(TOP)
        .map(SessionTally::build)
        .toList();
  }
}
