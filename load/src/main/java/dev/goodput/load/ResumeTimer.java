package dev.goodput.load;

import dev.goodput.wire.Timer;
import org.jspecify.annotations.Nullable;

/// The timer that resumes suspended work on a loop: when the next arrival is due, when there may be
/// room, or for the next batch. Lives on that loop.
final class ResumeTimer {
  private final LoopWorker worker;
  private @Nullable Timer timer;

  ResumeTimer(LoopWorker worker) {
    this.worker = worker;
  }

  /// Returns whether the timer is set.
  boolean isSet() {
    return timer != null;
  }

  /// Resumes at the given time.
  ///
  /// @param nanos nanoseconds since the run began
  void at(long nanos, Runnable then) {
    timer =
        worker.at(
            nanos,
            () -> {
              timer = null;
              then.run();
            });
  }

  /// Cancels the timer.
  void cancel() {
    Timer running = timer;
    if (running != null) {
      running.cancel();
      timer = null;
    }
  }
}
