package dev.goodput.load;

/// The one timer by which something on a loop goes on that had to stop: for room, or for the next
/// batch. Lives on that loop.
final class Later {
  private final LoopWorker worker;
  private boolean set;

  Later(LoopWorker worker) {
    this.worker = worker;
  }

  /// Whether it will go on by itself.
  boolean isSet() {
    return set;
  }

  /// Goes on then.
  ///
  /// @param nanos nanoseconds since the run began
  void at(long nanos, Runnable then) {
    set = true;
    worker.at(
        nanos,
        () -> {
          set = false;
          then.run();
        });
  }
}
