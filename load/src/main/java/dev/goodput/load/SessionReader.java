package dev.goodput.load;

import dev.goodput.record.RequestSpec;
import dev.goodput.workload.HistoryMode;
import dev.goodput.workload.SessionPlan;
import dev.goodput.workload.SessionSource;
import dev.goodput.workload.SkippedRequests;
import dev.goodput.workload.TurnPlan;
import dev.goodput.workload.arrival.Arrivals;
import dev.goodput.workload.arrival.FireTimes;
import dev.goodput.workload.prompt.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Combines the workload's sessions with the schedule, up to the level's limits. The same seed
/// gives the same sessions with the same numbers at the same offsets, and each slice its own part
/// of them. Belongs to the feeder's thread.
final class SessionReader {
  private final SessionSource source;
  private final TurnEncoder encoder;
  private final long requests;
  private final long durationNanos;
  private final Schedule schedule;
  private final Slice slice;
  private long sessions;
  private long nextId;
  private SkippedRequests excluded = SkippedRequests.NONE;

  SessionReader(LevelTask task) {
    LevelPlan plan = task.plan();
    this.source = task.source();
    this.encoder = task.encoder();
    this.requests = plan.requests() == 0 ? Long.MAX_VALUE : plan.requests();
    this.durationNanos = plan.durationNanos() == 0 ? Long.MAX_VALUE : plan.durationNanos();
    this.slice = plan.slice();
    this.schedule = schedule(plan.arrivals(), task.seed());
  }

  /// The arrival time of a session, since the level's start.
  private interface Schedule {
    long offsetNanos(SessionPlan session);
  }

  private static Schedule schedule(Arrivals arrivals, long seed) {
    return switch (arrivals) {
      case Arrivals.Closed _ -> session -> 0;
      case Arrivals.Trace trace -> session -> recorded(trace, session);
      case Arrivals.Scheduled scheduled -> {
        FireTimes times = scheduled.open(seed);
        yield session -> times.nextNanos();
      }
    };
  }

  private static long recorded(Arrivals.Trace trace, SessionPlan session) {
    if (session.offsetNanos() == SessionPlan.UNTIMED) {
      throw new LoadException.Untimed();
    }
    return trace.fireNanos(session.offsetNanos());
  }

  /// Returns the next session of the slice, with its first body encoded; null when the plan is
  /// over.
  @Nullable PlannedSession next() {
    while (nextId < requests) {
      SessionPlan session = source.next();
      if (session == null) {
        lookAtSkips();
        return null;
      }
      long offset = schedule.offsetNanos(session);
      if (offset == FireTimes.END || offset >= durationNanos) {
        return null;
      }
      lookAtSkips();
      long id = nextId;
      int turns = (int) Math.min(session.turns().size(), requests - id);
      nextId += turns;
      if (slice.holds(sessions++)) {
        return planned(session, offset, id, turns);
      }
    }
    return null;
  }

  private void lookAtSkips() {
    SkippedRequests now = source.skipped();
    excluded = now.count() == excluded.count() ? excluded : now;
  }

  /// Returns what the workload skipped before the last session returned, or up to its end if it was
  /// read to its end.
  SkippedRequests excluded() {
    return excluded;
  }

  private PlannedSession planned(SessionPlan session, long offset, long id, int turns) {
    TurnPlan first = session.turns().getFirst();
    List<TurnPlan> later = turns == 1 ? List.of() : session.turns().subList(1, turns);
    List<Message> begun = later.isEmpty() ? List.of() : first.messages();
    RequestSpec requested =
        new RequestSpec(session.id(), 0, turns, first.inputTokens(), first.outputTokens());
    return new PlannedSession(
        id,
        offset,
        requested,
        encoder.encode(first.messages(), first),
        session.history() == HistoryMode.CUMULATIVE,
        later,
        begun,
        excluded);
  }
}
