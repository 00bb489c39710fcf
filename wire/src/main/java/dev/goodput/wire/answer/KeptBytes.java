package dev.goodput.wire.answer;

import java.util.Arrays;

/// The begin of a body in one piece, as long as there is room for it.
final class KeptBytes {
  private static final byte[] NOTHING = new byte[0];

  private final Room room;
  private byte[] bytes = NOTHING;
  private int length;

  KeptBytes(Room room) {
    this.room = room;
  }

  /// Keeps bytes up to a limit of all; false where there is no room for them.
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

  /// Holds what was kept, and behind it whatever else.
  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  /// Gives the memory back, and holds nothing.
  void forget() {
    room.giveBack(bytes.length);
    bytes = NOTHING;
    length = 0;
  }
}
