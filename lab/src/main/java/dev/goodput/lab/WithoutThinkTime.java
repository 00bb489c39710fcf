package dev.goodput.lab;

import dev.goodput.workload.SessionPlan;
import dev.goodput.workload.SessionSource;
import dev.goodput.workload.SkippedRequests;
import dev.goodput.workload.TurnPlan;
import org.jspecify.annotations.Nullable;

/// Sessions without think time. The server's capacity does not depend on think time, and a flood of
/// users who think would take as long as their thinking.
public final class WithoutThinkTime implements SessionSource {
  private final SessionSource source;
  private long sessions;
  private double thoughtNanos;

  /// @param source the source of the sessions whose think times are removed
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

  /// Returns the removed think time per session, in seconds, averaged over the sessions pulled.
  public double thinkSeconds() {
    return sessions == 0 ? 0 : thoughtNanos / sessions / 1e9;
  }
}
