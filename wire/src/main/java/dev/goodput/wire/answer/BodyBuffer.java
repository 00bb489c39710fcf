package dev.goodput.wire.answer;

import java.util.Arrays;

/// The start of a body in one array, as far as there is memory for it.
final class BodyBuffer {
  private static final byte[] NOTHING = new byte[0];

  private final MemoryBudget room;
  private byte[] bytes = NOTHING;
  private int length;

  BodyBuffer(MemoryBudget room) {
    this.room = room;
  }

  /// Keeps bytes up to a limit on the total. Returns false if there is no memory for them.
  boolean add(byte[] from, int begin, int end, int limit) {
    int more = Math.min(end - begin, limit - length);
    if (bytes.length < length + more) {
      int size = Math.max(length + more, Math.min(limit, 2 * bytes.length));
      if (!room.take(size - bytes.length)) {
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
  void forget() {
    room.giveBack(bytes.length);
    bytes = NOTHING;
    length = 0;
  }
}
