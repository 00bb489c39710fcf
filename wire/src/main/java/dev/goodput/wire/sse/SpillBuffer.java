package dev.goodput.wire.sse;

import java.util.Arrays;

/// A buffer for bytes that are kept after a read. It uses almost no memory while empty.
final class SpillBuffer {
  private static final byte[] EMPTY = new byte[0];
  private static final int MAX_KEPT = 1024;

  private byte[] bytes = EMPTY;
  private int length;

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  boolean isEmpty() {
    return length == 0;
  }

  void append(byte[] source, int from, int to) {
    int more = to - from;
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
    }
    System.arraycopy(source, from, bytes, length, more);
    length += more;
  }

  void append(byte one) {
    append(new byte[] {one}, 0, 1);
  }

  void clear() {
    length = 0;
    if (bytes.length > MAX_KEPT) {
      bytes = EMPTY;
    }
  }
}
