package dev.goodput.wire.client;

import java.time.Duration;

/// Hears what a pre-flight waits for, so that a user is not left with nothing.
@FunctionalInterface
public interface PreflightListener {
  /// Hears nothing.
  PreflightListener NONE = (_, _) -> {};

  /// An answer is late: told two seconds after it was asked for, and each second from then on, on
  /// the thread that probes.
  ///
  /// @param what what is waited for, fit to stand behind "waiting for"
  /// @param soFar for how long, in whole seconds
  void waiting(String what, Duration soFar);
}
