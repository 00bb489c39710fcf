package dev.goodput.simulator.testing;

import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.Timer;
import java.util.ArrayDeque;
import java.util.PriorityQueue;

/// A loop and its clock, both advanced by hand.
public final class HandLoop implements Loop, NanoClock {
  private static final class Due implements Comparable<Due>, Timer {
    final long nanos;
    final Runnable task;
    boolean cancelled;

    Due(long nanos, Runnable task) {
      this.nanos = nanos;
      this.task = task;
    }

    @Override
    public int compareTo(Due other) {
      return Long.compare(nanos, other.nanos);
    }

    @Override
    public void cancel() {
      cancelled = true;
    }
  }

  private final PriorityQueue<Due> due = new PriorityQueue<>();
  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private long now;

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
  }

  @Override
  public Timer at(long nanoTime, Runnable task) {
    Due timer = new Due(nanoTime, task);
    due.add(timer);
    return timer;
  }

  @Override
  public boolean inLoop() {
    return true;
  }

  @Override
  public long nanoTime() {
    return now;
  }

  /// Runs submitted tasks without advancing time.
  public void settle() {
    while (!tasks.isEmpty()) {
      tasks.poll().run();
    }
  }

  /// Returns when the next timer is due.
  public long nextDue() {
    Due next = due.peek();
    if (next == null) {
      throw new AssertionError("no timer is set");
    }
    return next.nanos;
  }

  /// Advances time to that moment and only then runs what fell due, like a machine that slept.
  public void wakeAt(long nanos) {
    now = nanos;
    settle();
    for (Due next = due.peek(); next != null && next.nanos <= now; next = due.peek()) {
      due.poll();
      if (!next.cancelled) {
        next.task.run();
      }
      settle();
    }
  }
}
