package dev.goodput.wire.answer;

import java.util.Arrays;

/// A buffer of the first bytes of a body, within a memory budget.
final class BodyBuffer {
  private static final byte[] NOTHING = new byte[0];

  private final MemoryBudget budget;
  private byte[] bytes = NOTHING;
  private int length;

  BodyBuffer(MemoryBudget budget) {
    this.budget = budget;
  }

  /// Appends bytes up to a limit on the total length. Returns false if the budget has no memory.
  boolean add(byte[] from, int begin, int end, int limit) {
    int more = Math.min(end - begin, limit - length);
    if (bytes.length < length + more) {
      int size = Math.max(length + more, Math.min(limit, 2 * bytes.length));
      if (!budget.reserve(size - bytes.length)) {
        return false;
      }
      bytes = Arrays.copyOf(bytes, size);
    }
    System.arraycopy(from, begin, bytes, length, more);
    length += more;
    return true;
  }

  /// Returns the array that starts with the kept bytes; the rest of it is undefined.
  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  /// Releases the memory.
  void release() {
    budget.release(bytes.length);
    bytes = NOTHING;
    length = 0;
  }
}
