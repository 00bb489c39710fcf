package dev.goodput.simulator.http;

/// Runs something on the loop after a while.
@FunctionalInterface
interface Delays {
  void after(double seconds, Runnable action);
}
