package dev.goodput.load.testing;

import dev.goodput.workload.HistoryMode;
import dev.goodput.workload.SessionPlan;
import dev.goodput.workload.SessionSource;
import dev.goodput.workload.SkippedRequests;
import dev.goodput.workload.TurnPlan;
import dev.goodput.workload.prompt.Message;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Endless sessions whose messages contain their session and turn.
public final class FakeSessions implements SessionSource {
  private final int turns;
  private final long thinkNanos;
  private final HistoryMode history;
  private final long everyNanos;
  private final int together;
  private long next;

  private FakeSessions(int turns, long thinkNanos, HistoryMode history, long everyNanos) {
    this(turns, thinkNanos, history, everyNanos, 1);
  }

  private FakeSessions(
      int turns, long thinkNanos, HistoryMode history, long everyNanos, int together) {
    this.turns = turns;
    this.thinkNanos = thinkNanos;
    this.history = history;
    this.everyNanos = everyNanos;
    this.together = together;
  }

  /// Returns single requests.
  public static FakeSessions single() {
    return new FakeSessions(1, 0, HistoryMode.CUMULATIVE, 0);
  }

  /// Returns sessions of several turns.
  public static FakeSessions of(int turns, long thinkNanos, HistoryMode history) {
    return new FakeSessions(turns, thinkNanos, history, 0);
  }

  /// Returns requests with recorded times at even gaps.
  public static FakeSessions timed(long everyNanos) {
    return new FakeSessions(1, 0, HistoryMode.CUMULATIVE, everyNanos);
  }

  /// Returns requests with recorded times, `together` of them at each time.
  public static FakeSessions bursts(int together, long everyNanos) {
    return new FakeSessions(1, 0, HistoryMode.CUMULATIVE, everyNanos, together);
  }

  @Override
  public @Nullable SessionPlan next() {
    long id = next++;
    List<TurnPlan> plans = new ArrayList<>();
    for (int turn = 0; turn < turns; turn++) {
      Message message = new Message("user", "s" + id + "t" + turn);
      plans.add(
          new TurnPlan(List.of(message), null, 10 + turn, 5, turn == 0 ? 0 : thinkNanos, null));
    }
    long offset = everyNanos == 0 ? SessionPlan.UNTIMED : id / together * everyNanos;
    return new SessionPlan(id, offset, history, plans);
  }

  @Override
  public SkippedRequests skipped() {
    return SkippedRequests.NONE;
  }
}
