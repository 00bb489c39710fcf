package dev.goodput.simulator.http;

/// A scheduler of delayed actions on the loop.
@FunctionalInterface
interface DelayScheduler {
  void after(double seconds, Runnable action);
}
