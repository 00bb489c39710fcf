package dev.goodput.load.testing;

import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.Timer;
import java.util.ArrayDeque;
import java.util.PriorityQueue;

/// A loop and its clock. Time passes from timer to timer in [#runUntil]; [#stall] lets it pass
/// without running anything, like a loop that is late.
public final class FakeLoop implements Loop, NanoClock {
  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private final PriorityQueue<Deadline> deadlines = new PriorityQueue<>();
  private long now;
  private long sequence;
  private Runnable onLook = () -> {};

  private static final class Deadline implements Comparable<Deadline>, Timer {
    private final long nanos;
    private final long order;
    private final Runnable task;
    private boolean cancelled;

    Deadline(long nanos, long order, Runnable task) {
      this.nanos = nanos;
      this.order = order;
      this.task = task;
    }

    @Override
    public int compareTo(Deadline other) {
      return nanos != other.nanos
          ? Long.compare(nanos, other.nanos)
          : Long.compare(order, other.order);
    }

    @Override
    public void cancel() {
      cancelled = true;
    }
  }

  @Override
  public long nanoTime() {
    onLook.run();
    return now;
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
  }

  @Override
  public Timer at(long nanoTime, Runnable task) {
    Deadline deadline = new Deadline(nanoTime, sequence++, task);
    deadlines.add(deadline);
    return deadline;
  }

  @Override
  public boolean inLoop() {
    return true;
  }

  /// Returns whether nothing is scheduled.
  public boolean idle() {
    return tasks.isEmpty() && deadlines.stream().allMatch(deadline -> deadline.cancelled);
  }

  /// Runs everything that falls due until the given time, each at its own time or, after a stall,
  /// late.
  public void runUntil(long nanos) {
    runTasks();
    while (!deadlines.isEmpty() && deadlines.peek().nanos <= nanos) {
      Deadline next = deadlines.poll();
      now = Math.max(now, next.nanos);
      if (!next.cancelled) {
        next.task.run();
      }
      runTasks();
    }
    now = Math.max(now, nanos);
  }

  private void runTasks() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  /// Sets an action that runs whenever the clock is read from now on.
  public void onLook(Runnable action) {
    onLook = action;
  }

  /// Lets time pass without running anything.
  public void stall(long nanos) {
    now += nanos;
  }
}
