package dev.goodput.load.testing;

import dev.goodput.workload.SessionPlan;
import dev.goodput.workload.SessionSource;
import dev.goodput.workload.SkippedRequests;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Sessions that skip a request before each one they return, and three more at the end.
public final class ChoosySessions implements SessionSource {
  private final FakeSessions good = FakeSessions.single();
  private final long sessions;
  private final long nanos;
  private long given;
  private long excluded;
  private volatile boolean reading;

  /// @param sessions number of sessions returned
  /// @param nanos time that each takes
  public ChoosySessions(long sessions, long nanos) {
    this.sessions = sessions;
    this.nanos = nanos;
  }

  @Override
  public @Nullable SessionPlan next() {
    reading = true;
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
    reading = false;
    if (given == sessions) {
      excluded += 3;
      return null;
    }
    given++;
    excluded++;
    return good.next();
  }

  @Override
  public SkippedRequests skipped() {
    return excluded == 0
        ? SkippedRequests.NONE
        : new SkippedRequests(excluded, "too long", "row 1");
  }

  /// Returns whether a thread waits for the next session; from any thread.
  public boolean reading() {
    return reading;
  }
}
