package dev.goodput.load;

/// A clock that only moves when it is told to, and runs what falls due on the way.
@FunctionalInterface
public interface VirtualTime {
  /// Runs everything planned up to a moment of its clock, which then stands there or later.
  void runUntil(long nanoTime);
}
