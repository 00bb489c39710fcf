package dev.goodput.simulator.http;

/// A scheduler of delayed actions on the loop.
@FunctionalInterface
interface Delays {
  void after(double seconds, Runnable action);
}
