package dev.goodput.lab;

import dev.goodput.load.VirtualTime;
import dev.goodput.simulator.virtual.VirtualEngine;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.Timer;

/// The loop and the clock of the simulated engine's virtual time. Not thread safe.
///
/// @param engine the engine whose time it is
record VirtualLoop(VirtualEngine engine) implements Loop, NanoClock, VirtualTime {

  @Override
  public long nanoTime() {
    return engine.nowNanos();
  }

  @Override
  public void execute(Runnable task) {
    engine.at(engine.nowNanos(), task);
  }

  @Override
  public Timer at(long nanoTime, Runnable task) {
    Deadline deadline = new Deadline(task);
    engine.at(Math.max(nanoTime, engine.nowNanos()), deadline);
    return deadline;
  }

  private static final class Deadline implements Runnable, Timer {
    private final Runnable task;
    private boolean cancelled;

    Deadline(Runnable task) {
      this.task = task;
    }

    @Override
    public void run() {
      if (!cancelled) {
        task.run();
      }
    }

    @Override
    public void cancel() {
      cancelled = true;
    }
  }

  @Override
  public boolean inLoop() {
    return true;
  }

  @Override
  public void runUntil(long nanoTime) {
    engine.runUntil(nanoTime);
  }
}
