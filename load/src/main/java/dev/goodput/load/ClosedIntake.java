package dev.goodput.load;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/// The users of a closed loop that live on one event loop: each takes the next session when the
/// last one is over and the think time has passed.
final class ClosedIntake implements Intake {
  private final LoopWorker worker;
  private final SessionSupplier supply;
  private final ResumeTimer resumeTimer;

  /// Users who have not had their first turn; they come before all others.
  private final Queue<User> beginners;

  /// The other users with no session under way, longest free first.
  private final Queue<User> free;

  /// When each user first sends, in nanoseconds after the level's start.
  private final List<Long> starts;

  private final long thinkNanos;
  private boolean begun;

  /// Whether the last attempt found no session to take or no room.
  private boolean starved;

  private boolean pumping;
  private boolean over;

  /// @param starts when each user on this loop first sends, in nanoseconds after the level's start
  /// @param thinkNanos pause of a user between two sessions
  ClosedIntake(LoopWorker worker, SessionSupplier supply, List<Long> starts, long thinkNanos) {
    this.worker = worker;
    this.supply = supply;
    this.resumeTimer = new ResumeTimer(worker);
    this.starts = starts;
    this.thinkNanos = thinkNanos;
    this.beginners = new ArrayDeque<>(starts.size());
    this.free = new ArrayDeque<>(starts.size());
    this.over = starts.isEmpty();
  }

  @Override
  public void start() {
    begun = true;
    long now = worker.now();
    for (long start : starts) {
      User user = new User();
      if (start == 0) {
        user.freeSinceNanos = now;
        beginners.add(user);
      } else {
        worker.at(now + untilEnd(start), () -> comesBack(user));
      }
    }
    if (worker.hasEnd()) {
      worker.at(worker.endNanos(), this::pump);
    }
    pump();
  }

  @Override
  public void fed() {
    pump();
  }

  /// Takes up sessions while there are free users. A session that ends at once frees its user while
  /// this runs and does not start a second round.
  private void pump() {
    if (!pumping && !resumeTimer.isSet()) {
      take(IntakeBatch.first(worker.now()));
    }
  }

  private void take(IntakeBatch batch) {
    pumping = true;
    boolean taking = true;
    while (taking && !over && longestFree(true) != null) {
      if (worker.pastEnd(worker.now())) {
        close();
      } else if (worker.behind()) {
        taking = waitForRoom();
      } else {
        taking = batch.full(worker.now()) ? laterOn(batch) : takeOne();
      }
    }
    pumping = false;
    worker.checkDone();
  }

  /// Always returns false: nothing more can be taken now.
  private boolean waitForRoom() {
    starved = true;
    resumeTimer.at(worker.now() + IntakeBatch.BEHIND_NANOS, this::pump);
    return false;
  }

  /// Always returns false: nothing more can be taken now.
  private boolean laterOn(IntakeBatch full) {
    resumeTimer.at(worker.now(), () -> take(full.next(worker.now())));
    return false;
  }

  /// Returns whether there was a session to take.
  private boolean takeOne() {
    PlannedSession next = supply.poll();
    if (next == null) {
      starved = true;
      if (worker.noteExhausted(supply)) {
        close();
      }
      return false;
    }
    starved = false;
    User user = beginners.isEmpty() ? free.remove() : beginners.remove();
    worker.admit(next, user).due(worker.now());
    return true;
  }

  @Override
  public void sessionOver(User user) {
    long pause = over ? 0 : untilEnd(Math.max(thinkNanos, user.pauseNanos()));
    if (pause > thinkNanos) {
      worker.paused(pause - thinkNanos);
    }
    if (pause > 0) {
      worker.at(worker.now() + pause, () -> comesBack(user));
    } else {
      comesBack(user);
    }
  }

  /// Limits a pause to the level's end, because the level waits for the user.
  private long untilEnd(long pause) {
    long left = worker.hasEnd() ? worker.endNanos() - worker.now() : Long.MAX_VALUE;
    return Math.min(pause, left);
  }

  private void comesBack(User user) {
    user.freeSinceNanos = worker.now();
    free.add(user);
    pump();
  }

  @Override
  public void halt(String why) {
    close();
  }

  /// Stops taking users; from now on no user waits for the client.
  private void close() {
    over = true;
  }

  /// A free user waits for the client, whether for a session, for room or for the next batch. The
  /// batches in which users start at the beginning of a level do not count as waiting.
  @Override
  public long waitingSinceNanos() {
    User longest = begun && !over ? longestFree(starved) : null;
    return longest == null ? NOBODY : longest.freeSinceNanos;
  }

  private @Nullable User longestFree(boolean withBeginners) {
    User beginner = withBeginners ? beginners.peek() : null;
    return beginner == null ? free.peek() : beginner;
  }

  @Override
  public boolean over() {
    return over;
  }
}
