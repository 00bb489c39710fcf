package dev.goodput.load;

import dev.goodput.wire.Timer;
import org.jspecify.annotations.Nullable;

/// An open loop's slice of the schedule: each session at its own absolute moment, however late the
/// loop is and however many are in flight.
final class OpenIntake implements Intake {
  private final LoopWorker worker;
  private final Supply supply;
  private final long beginNanos;
  private @Nullable PlannedSession head;
  private @Nullable Timer timer;
  private boolean over;

  /// @param beginNanos the moment that offsets count from, nanoseconds since the run began
  OpenIntake(LoopWorker worker, Supply supply, long beginNanos) {
    this.worker = worker;
    this.supply = supply;
    this.beginNanos = beginNanos;
  }

  @Override
  public void begin() {
    pump();
  }

  @Override
  public void fed() {
    if (head == null) {
      pump();
    }
  }

  private void wakes() {
    timer = null;
    pump();
  }

  private void pump() {
    while (!over) {
      if (head == null) {
        head = supply.poll();
      }
      PlannedSession next = head;
      if (next == null) {
        over = supply.exhausted();
        break;
      }
      long intended = beginNanos + next.offsetNanos();
      if (intended > worker.now()) {
        timer = worker.at(intended, this::wakes);
        return;
      }
      head = null;
      worker.admit(next).due(intended);
    }
    worker.checkDone();
  }

  @Override
  public void sessionOver(boolean refused) {}

  @Override
  public void halt(String why) {
    if (over) {
      return;
    }
    over = true;
    Timer running = timer;
    if (running != null) {
      running.cancel();
    }
    for (PlannedSession next = head; next != null; next = supply.poll()) {
      long intended = beginNanos + next.offsetNanos();
      if (intended > worker.now()) {
        break;
      }
      worker.admit(next).dueTooLate(intended, why);
    }
    head = null;
  }

  @Override
  public boolean over() {
    return over;
  }
}
