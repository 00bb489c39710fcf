package dev.goodput.load;

/// A clock that moves only on demand and runs what falls due on the way.
@FunctionalInterface
public interface VirtualTime {
  /// Runs everything planned up to a moment of the clock, which is then at that moment or later.
  void runUntil(long nanoTime);
}
