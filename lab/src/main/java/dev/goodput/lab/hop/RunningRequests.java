package dev.goodput.lab.hop;

import java.util.OptionalDouble;

/// How many requests a server says it works on.
@FunctionalInterface
public interface RunningRequests {
  /// The number now; empty where the server does not say.
  OptionalDouble now();
}
