package dev.goodput.workload;

import java.util.List;

/// One session: what one user asks, turn after turn.
///
/// @param id from 0 in the order of [SessionSource#next()]
/// @param offsetNanos recorded time since the trace's begin, before any time scale; [#UNTIMED]
///   where the workload has none. Never decreases from plan to plan; goes on rising where a trace
///   starts over
/// @param history what later turns carry
/// @param turns at least one
public record SessionPlan(long id, long offsetNanos, History history, List<TurnPlan> turns) {
  /// The workload has no times.
  public static final long UNTIMED = -1;

  /// Copies the turns.
  public SessionPlan {
    turns = List.copyOf(turns);
    if (turns.isEmpty()) {
      throw new IllegalArgumentException("a session needs a turn");
    }
  }
}
