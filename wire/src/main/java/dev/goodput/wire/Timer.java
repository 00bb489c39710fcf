package dev.goodput.wire;

/// A deadline that was set on a [Loop].
public interface Timer {
  /// Cancels the deadline; does nothing if it has already run. On the loop only.
  void cancel();
}
