package dev.goodput.load;

import dev.goodput.wire.Timer;
import org.jspecify.annotations.Nullable;

/// The one timer by which something on a loop goes on that had to stop: until the next one is due,
/// for room, or for the next batch. Lives on that loop.
final class Later {
  private final LoopWorker worker;
  private @Nullable Timer timer;

  Later(LoopWorker worker) {
    this.worker = worker;
  }

  /// Whether it will go on by itself.
  boolean isSet() {
    return timer != null;
  }

  /// Goes on then.
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

  /// Does not go on by itself any more.
  void cancel() {
    Timer running = timer;
    if (running != null) {
      running.cancel();
      timer = null;
    }
  }
}
