package dev.goodput.metrics.traffic;

/// The memory that is left for the windows' percentiles.
final class MemoryPool {
  private long left;

  MemoryPool(long bytes) {
    left = bytes;
  }

  /// Takes this many bytes; returns false if fewer are left.
  boolean reserve(long bytes) {
    if (bytes > left) {
      return false;
    }
    left -= bytes;
    return true;
  }

  void release(long bytes) {
    left += bytes;
  }
}
