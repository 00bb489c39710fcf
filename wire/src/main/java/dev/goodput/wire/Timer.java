package dev.goodput.wire;

/// A deadline that was asked for on a [Loop].
public interface Timer {
  /// Takes the deadline back; nothing happens where it already ran. On the loop only.
  void cancel();
}
