package dev.goodput.lab;

import dev.goodput.workload.SessionPlan;
import dev.goodput.workload.SessionSource;
import dev.goodput.workload.SkippedRequests;
import dev.goodput.workload.TurnPlan;
import org.jspecify.annotations.Nullable;

/// Sessions whose users do not think: what a server can answer at once does not hang on that, and a
/// flood of users who think would take as long as they do.
public final class WithoutThinkTime implements SessionSource {
  private final SessionSource source;
  private long sessions;
  private double thoughtNanos;

  /// @param source whose sessions are hurried
  public WithoutThinkTime(SessionSource source) {
    this.source = source;
  }

  @Override
  public @Nullable SessionPlan next() {
    SessionPlan plan = source.next();
    if (plan == null) {
      return null;
    }
    sessions++;
    plan.turns().forEach(turn -> thoughtNanos += turn.thinkNanos());
    return new SessionPlan(
        plan.id(),
        plan.offsetNanos(),
        plan.history(),
        plan.turns().stream().map(TurnPlan::withoutThinkTime).toList());
  }

  @Override
  public SkippedRequests skipped() {
    return source.skipped();
  }

  /// How long users would have thought in a session, on average of those pulled.
  public double thinkSeconds() {
    return sessions == 0 ? 0 : thoughtNanos / sessions / 1e9;
  }
}
