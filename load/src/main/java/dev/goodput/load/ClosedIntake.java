package dev.goodput.load;

import java.util.Arrays;

/// A closed loop's users on one loop: each takes the next session when its last one is over.
final class ClosedIntake implements Intake {
  /// A user who found no server waits this long, so that a dead one is not hammered.
  private static final long REFUSED_PAUSE_NANOS = 100_000_000;

  private final LoopWorker worker;
  private final Supply supply;
  private final Later later;

  /// Since when each free user is free: a ring, from the one who has been for longest.
  private final long[] freeSince;

  private int longestFree;
  private int free;
  private boolean begun;

  /// How many have not had their first turn; they come before all others in the ring.
  private int beginners;

  /// Whether the last look found nothing to ask, or no room.
  private boolean starved;

  private boolean pumping;
  private boolean over;

  /// @param users how many users live on this loop
  ClosedIntake(LoopWorker worker, Supply supply, int users) {
    this.worker = worker;
    this.supply = supply;
    this.later = new Later(worker);
    this.freeSince = new long[users];
    this.free = users;
    this.over = users == 0;
  }

  @Override
  public void begin() {
    begun = true;
    beginners = free;
    Arrays.fill(freeSince, worker.now());
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
    while (taking && !over && free > 0) {
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
    beginners = Math.max(0, beginners - 1);
    longestFree = (longestFree + 1) % freeSince.length;
    free--;
    worker.admit(next).due(worker.now());
    return true;
  }

  @Override
  public void sessionOver(boolean refused) {
    if (refused && !over) {
      worker.at(worker.now() + REFUSED_PAUSE_NANOS, this::comesBack);
    } else {
      comesBack();
    }
  }

  private void comesBack() {
    freeSince[(longestFree + free) % freeSince.length] = worker.now();
    free++;
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
    int spared = starved ? 0 : beginners;
    boolean waiting = begun && !over && free > spared;
    return waiting ? freeSince[(longestFree + spared) % freeSince.length] : NOBODY;
  }

  @Override
  public boolean over() {
    return over;
  }
}
