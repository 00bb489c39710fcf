package dev.goodput.wire;

/// A monotonic clock in nanoseconds; only differences mean something.
@FunctionalInterface
public interface NanoClock {
  /// The clock of this process, [System#nanoTime()].
  NanoClock SYSTEM = System::nanoTime;

  /// Nanoseconds now.
  long nanoTime();
}
