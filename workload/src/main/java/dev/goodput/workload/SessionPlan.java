package dev.goodput.workload;

import java.util.List;

/// One session: the requests of one user, turn after turn.
///
/// @param id from 0 in the order of [SessionSource#next()]
/// @param offsetNanos recorded time since the trace's start, before any time scale; [#UNTIMED] if
///   the workload has none. Never decreases from plan to plan; keeps rising when a trace starts
///   over
/// @param history what later turns include
/// @param turns at least one
public record SessionPlan(long id, long offsetNanos, HistoryMode history, List<TurnPlan> turns) {
  /// The value for a workload without times.
  public static final long UNTIMED = -1;

  /// Copies the turns.
  public SessionPlan {
    turns = List.copyOf(turns);
    if (turns.isEmpty()) {
      throw new IllegalArgumentException("a session needs a turn");
    }
  }
}
