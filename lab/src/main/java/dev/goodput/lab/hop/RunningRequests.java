package dev.goodput.lab.hop;

import java.util.OptionalDouble;

/// A source of the number of running requests that a server reports.
@FunctionalInterface
public interface RunningRequests {
  /// Returns the current number; empty if the server does not report it.
  OptionalDouble now();
}
