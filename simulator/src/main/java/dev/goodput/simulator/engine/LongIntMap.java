package dev.goodput.simulator.engine;

/// An open-addressing map from a non-zero long to a non-negative int, at most half full.
final class LongIntMap {
  static final int ABSENT = -1;

  private final long[] keys;
  private final int[] values;
  private final int mask;

  /// @param capacity the largest number of entries
  LongIntMap(int capacity) {
    int size = Integer.highestOneBit(Math.max(8, capacity)) << 2;
    keys = new long[size];
    values = new int[size];
    mask = size - 1;
  }

  int get(long key) {
    for (int at = slot(key); keys[at] != 0; at = (at + 1) & mask) {
      if (keys[at] == key) {
        return values[at];
      }
    }
    return ABSENT;
  }

  /// Adds a value unless the key is present; returns whether it was added.
  boolean putIfAbsent(long key, int value) {
    int at = slot(key);
    for (; keys[at] != 0; at = (at + 1) & mask) {
      if (keys[at] == key) {
        return false;
      }
    }
    keys[at] = key;
    values[at] = value;
    return true;
  }

  void remove(long key) {
    int at = slot(key);
    while (keys[at] != key) {
      if (keys[at] == 0) {
        return;
      }
      at = (at + 1) & mask;
    }
    closeGap(at);
  }

  /// Moves later entries of the same run back, so that none becomes unreachable.
  private void closeGap(int from) {
    int gap = from;
    for (int at = (gap + 1) & mask; keys[at] != 0; at = (at + 1) & mask) {
      int home = slot(keys[at]);
      if (((at - home) & mask) >= ((at - gap) & mask)) {
        keys[gap] = keys[at];
        values[gap] = values[at];
        gap = at;
      }
    }
    keys[gap] = 0;
  }

  /// Returns the middle bits of a product with 2⁶⁴ ÷ the golden ratio, which spreads consecutive
  /// keys.
  private int slot(long key) {
    return (int) (((key ^ (key >>> 32)) * 0x9E37_79B9_7F4A_7C15L) >>> 32) & mask;
  }
}
