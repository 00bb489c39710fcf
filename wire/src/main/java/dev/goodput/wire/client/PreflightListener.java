package dev.goodput.wire.client;

import java.time.Duration;

/// A listener that learns what a pre-flight waits for, so that the user sees progress.
@FunctionalInterface
public interface PreflightListener {
  /// A listener that does nothing.
  PreflightListener NONE = (_, _) -> {};

  /// Called when a response is late: two seconds after its request, and every second from then on,
  /// on the probing thread.
  ///
  /// @param what awaited response, to follow "waiting for"
  /// @param soFar time waited so far, in whole seconds
  void waiting(String what, Duration soFar);
}
