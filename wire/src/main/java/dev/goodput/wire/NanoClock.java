package dev.goodput.wire;

/// A monotonic clock in nanoseconds; only differences are meaningful.
@FunctionalInterface
public interface NanoClock {
  /// The clock of this process, [System#nanoTime()].
  NanoClock SYSTEM = System::nanoTime;

  /// Returns the current time in nanoseconds.
  long nanoTime();
}
