package dev.goodput.load;

import org.jspecify.annotations.Nullable;

/// An open loop's slice of the schedule: each session starts at its own absolute moment, however
/// late the loop is and however many requests are in flight.
///
/// Sessions that are due at once, in a burst or after the loop was late, are taken up in batches.
/// Between batches the loop reads its sockets, so that the first responses are not stamped only
/// after the last request is sent ([IntakeBatch]). Their lag is visible, because each session keeps
/// its own due time.
final class OpenIntake implements Intake {
  private final LoopWorker worker;
  private final SessionSupplier supply;
  private final long beginNanos;
  private final ResumeTimer resumeTimer;
  private @Nullable PlannedSession head;
  private long lastIntended = Long.MIN_VALUE / 2;
  private boolean over;

  /// @param beginNanos the moment that offsets count from, nanoseconds since the run began
  OpenIntake(LoopWorker worker, SessionSupplier supply, long beginNanos) {
    this.worker = worker;
    this.supply = supply;
    this.beginNanos = beginNanos;
    this.resumeTimer = new ResumeTimer(worker);
  }

  @Override
  public void start() {
    pump();
  }

  @Override
  public void fed() {
    if (!resumeTimer.isSet()) {
      pump();
    }
  }

  private void pump() {
    take(IntakeBatch.first(worker.now()));
  }

  private void take(IntakeBatch batch) {
    while (!over) {
      PlannedSession next = head == null ? supply.poll() : head;
      head = next;
      if (next == null) {
        over = worker.noteExhausted(supply);
        break;
      }
      long intended = beginNanos + next.offsetNanos();
      long now = worker.now();
      long from = worker.behind() ? now + IntakeBatch.BEHIND_NANOS : now;
      if (Math.max(intended, from) > now) {
        resumeTimer.at(Math.max(intended, from), this::pump);
        return;
      }
      boolean burst = intended - lastIntended <= IntakeBatch.DENSE_NANOS && worker.connected(next);
      if (batch.full(now, burst)) {
        resumeTimer.at(now, () -> take(batch.next(worker.now())));
        return;
      }
      head = null;
      lastIntended = intended;
      worker.admit(next, new User()).due(intended);
    }
    worker.checkDone();
  }

  @Override
  public void sessionOver(User user) {}

  @Override
  public void halt(String why) {
    if (over) {
      return;
    }
    resumeTimer.cancel();
    for (PlannedSession next = head; next != null; next = supply.poll()) {
      long intended = beginNanos + next.offsetNanos();
      if (intended > worker.now()) {
        break;
      }
      worker.admit(next, new User()).dueAfterEnd(intended, why);
    }
    head = null;
    over = true; // only after the last is recorded, or the level would end too early
  }

  @Override
  public boolean over() {
    return over;
  }

  /// In an open loop the schedule lag shows how late each arrival is.
  @Override
  public long waitingSinceNanos() {
    return NOBODY;
  }
}
