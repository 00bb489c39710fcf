package dev.goodput.metrics.traffic;

/// How much memory the windows' percentiles may still take.
final class MemoryPool {
  private long left;

  MemoryPool(long bytes) {
    left = bytes;
  }

  /// Takes so much; false where there is not so much left.
  boolean take(long bytes) {
    if (bytes > left) {
      return false;
    }
    left -= bytes;
    return true;
  }

  void give(long bytes) {
    left += bytes;
  }
}
