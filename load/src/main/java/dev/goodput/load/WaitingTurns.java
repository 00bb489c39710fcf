package dev.goodput.load;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/// The later turns of one loop that are due and wait for the client: for their body, or for the
/// draining thread to make room.
final class WaitingTurns {
  private final LoopWorker worker;
  private final ResumeTimer resumeTimer;

  /// In the order in which they fell due; some may no longer wait.
  private final Queue<Waiting> waiting = new ArrayDeque<>();

  private final Queue<SessionRun> forRoom = new ArrayDeque<>();

  WaitingTurns(LoopWorker worker) {
    this.worker = worker;
    this.resumeTimer = new ResumeTimer(worker);
  }

  /// Adds a turn that has fallen due and may have to wait.
  void add(SessionRun session, long dueNanos) {
    longestWaiting();
    waiting.add(new Waiting(session, dueNanos));
  }

  /// Returns when the longest-waiting turn fell due, [Intake#NOBODY] if none waits.
  long longestSinceNanos() {
    Waiting longest = longestWaiting();
    return longest == null ? Intake.NOBODY : longest.sinceNanos;
  }

  private @Nullable Waiting longestWaiting() {
    Waiting longest = waiting.peek();
    while (longest != null && !longest.isWaiting()) {
      waiting.remove();
      longest = waiting.peek();
    }
    return longest;
  }

  /// Continues the session when there is room, after those that came before it: now or later.
  void resumeWhenRoom(SessionRun session) {
    if (forRoom.isEmpty() && !worker.behind()) {
      session.resume();
      return;
    }
    forRoom.add(session);
    if (!resumeTimer.isSet()) {
      scheduleCheck();
    }
  }

  private void scheduleCheck() {
    resumeTimer.at(
        worker.now() + IntakeBatch.BEHIND_NANOS, () -> resume(IntakeBatch.first(worker.now())));
  }

  private void resume(IntakeBatch batch) {
    while (!forRoom.isEmpty() && !resumeTimer.isSet()) {
      if (!forRoom.peek().isHeld()) {
        // Its level has ended meanwhile.
        forRoom.remove();
      } else if (worker.behind()) {
        scheduleCheck();
      } else if (batch.full(worker.now())) {
        resumeTimer.at(worker.now(), () -> resume(batch.next(worker.now())));
      } else {
        forRoom.remove().resume();
      }
    }
  }

  private record Waiting(SessionRun session, long sinceNanos) {
    boolean isWaiting() {
      return session.heldSince(sinceNanos);
    }
  }
}
