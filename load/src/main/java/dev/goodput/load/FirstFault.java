package dev.goodput.load;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The first thing that went wrong on a thread where nobody hears of it, a loop or the feeder:
/// errors like a full memory too. The draining thread asks for it and throws it on, since a level
/// that lost a task would wait for ever. For any thread.
final class FirstFault {
  private final AtomicReference<@Nullable Throwable> first = new AtomicReference<>();

  /// The same task; what it throws is kept.
  Runnable guard(Runnable task) {
    return () -> run(task);
  }

  /// Runs it; what it throws is kept.
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

  /// Throws what was kept.
  void rethrow() {
    switch (first.get()) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
  }
}
