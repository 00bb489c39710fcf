package dev.goodput.load;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The first error on a thread whose errors nobody sees, a loop or the feeder; includes errors such
/// as [OutOfMemoryError]. The draining thread rethrows it, because a level that lost a task would
/// wait forever. For any thread.
final class FirstFault {
  private final AtomicReference<@Nullable Throwable> first = new AtomicReference<>();

  /// Returns a task that runs the given one and keeps what it throws.
  Runnable guard(Runnable task) {
    return () -> run(task);
  }

  /// Runs the task and keeps what it throws.
  void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) {
      keep(e);
    }
  }

  void keep(Throwable fault) {
    first.compareAndSet(null, fault);
  }

  /// Throws the error that was kept, if any.
  void rethrow() {
    switch (first.get()) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
  }
}
