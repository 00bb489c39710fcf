package dev.goodput.load;

/// A closed loop's users on one loop: each takes the next session when its last one is over.
final class ClosedIntake implements Intake {
  /// Sessions taken up before the loop looks at its sockets again, so that a thousand users who
  /// begin at once do not deafen it. What follows is a timer and not a task: a loop runs tasks for
  /// as long as there are any before it turns to its sockets.
  private static final int BATCH = 16;

  /// A user who found no server waits this long, so that a dead one is not hammered.
  private static final long REFUSED_PAUSE_NANOS = 100_000_000;

  private final LoopWorker worker;
  private final Supply supply;
  private int free;
  private boolean pumping;
  private boolean over;
  private long hungrySince = Long.MIN_VALUE;

  /// @param users how many users live on this loop
  ClosedIntake(LoopWorker worker, Supply supply, int users) {
    this.worker = worker;
    this.supply = supply;
    this.free = users;
    this.over = users == 0;
  }

  @Override
  public void begin() {
    if (worker.hasEnd()) {
      worker.at(worker.endNanos(), this::pump);
    }
    pump();
  }

  @Override
  public void fed() {
    if (hungrySince != Long.MIN_VALUE) {
      worker.starved(worker.now() - hungrySince);
      hungrySince = Long.MIN_VALUE;
    }
    pump();
  }

  /// Takes up sessions while there are free users; a session that is over at once frees its user
  /// while this runs, and does not start a second round.
  private void pump() {
    if (pumping) {
      return;
    }
    pumping = true;
    int room = BATCH;
    while (!over && free > 0 && room > 0) {
      room -= takeOne() ? 1 : room;
    }
    pumping = false;
    if (room == 0 && !over && free > 0 && hungrySince == Long.MIN_VALUE) {
      worker.at(worker.now(), this::pump);
    }
    worker.checkDone();
  }

  private boolean takeOne() {
    if (worker.pastEnd(worker.now())) {
      over = true;
      return false;
    }
    PlannedSession next = supply.poll();
    if (next == null) {
      over = supply.exhausted();
      if (!over && hungrySince == Long.MIN_VALUE) {
        hungrySince = worker.now();
      }
      return false;
    }
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
    free++;
    pump();
  }

  @Override
  public void halt(String why) {
    over = true;
  }

  @Override
  public boolean over() {
    return over;
  }
}
