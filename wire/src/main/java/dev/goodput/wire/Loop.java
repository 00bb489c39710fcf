package dev.goodput.wire;

/// One event loop: a single thread that runs sockets, tasks and timers.
public interface Loop {
  /// Runs a task on the loop, soon; from any thread.
  void execute(Runnable task);

  /// Runs a task on the loop at a deadline of [NanoClock#SYSTEM], never before it; from any thread.
  /// It may be late by the kernel's wake-up, some tens of microseconds, and by other work of the
  /// loop.
  Timer at(long nanoTime, Runnable task);

  /// Whether the caller is the loop's thread.
  boolean inLoop();
}
