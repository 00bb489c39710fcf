package dev.goodput.load;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/// A closed loop's users on one loop: each takes the next session when its last one is over.
final class ClosedIntake implements Intake {
  private final LoopWorker worker;
  private final Supply supply;
  private final Later later;

  /// Those who have not had their first turn; they come before all others.
  private final Queue<User> beginners;

  /// The others with nothing under way, from the one who has been free for longest.
  private final Queue<User> free;

  private boolean begun;

  /// Whether the last look found nothing to ask, or no room.
  private boolean starved;

  private boolean pumping;
  private boolean over;

  /// @param users how many users live on this loop
  ClosedIntake(LoopWorker worker, Supply supply, int users) {
    this.worker = worker;
    this.supply = supply;
    this.later = new Later(worker);
    this.beginners = new ArrayDeque<>(users);
    this.free = new ArrayDeque<>(users);
    for (int i = 0; i < users; i++) {
      beginners.add(new User());
    }
    this.over = users == 0;
  }

  @Override
  public void begin() {
    begun = true;
    long now = worker.now();
    beginners.forEach(user -> user.freeSinceNanos = now);
    if (worker.hasEnd()) {
      worker.at(worker.endNanos(), this::pump);
    }
    pump();
  }

  @Override
  public void fed() {
    pump();
  }

  /// Takes up sessions while there are free users; a session that is over at once frees its user
  /// while this runs, and does not start a second round.
  private void pump() {
    if (!pumping && !later.isSet()) {
      take(Batch.first(worker.now()));
    }
  }

  private void take(Batch batch) {
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

  /// Always false: no more now.
  private boolean waitForRoom() {
    starved = true;
    later.at(worker.now() + Batch.BEHIND_NANOS, this::pump);
    return false;
  }

  /// Always false: no more now.
  private boolean laterOn(Batch full) {
    later.at(worker.now(), () -> take(full.next(worker.now())));
    return false;
  }

  /// Whether there was one to take.
  private boolean takeOne() {
    PlannedSession next = supply.poll();
    if (next == null) {
      starved = true;
      if (worker.atTheEnd(supply)) {
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
    long pause = over ? 0 : pauseNanos(user);
    if (pause > 0) {
      worker.paused(pause);
      worker.at(worker.now() + pause, () -> comesBack(user));
    } else {
      comesBack(user);
    }
  }

  /// Nobody stays away beyond the level's end, which waits for him.
  private long pauseNanos(User user) {
    long left = worker.hasEnd() ? worker.endNanos() - worker.now() : Long.MAX_VALUE;
    return Math.min(user.pauseNanos(), left);
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

  /// No more users come, and nobody waits for the client any more.
  private void close() {
    over = true;
  }

  /// Whoever is free waits for the client, whatever for: something to ask, room, the next batch.
  /// That many users begin in batches is how a level begins, and nobody's wait.
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
