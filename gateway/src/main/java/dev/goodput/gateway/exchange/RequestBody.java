package dev.goodput.gateway.exchange;

import java.util.Arrays;

/// The begin of a request's body, kept until it is read on another thread.
final class RequestBody {
  /// Beyond this a body is looked at in part: images and files make most of it.
  private static final int MOST = 8 << 20;

  private static final byte[] NOTHING = new byte[0];

  private byte[] bytes = NOTHING;
  private int length;

  void add(byte[] from, int begin, int end) {
    int more = Math.min(end - begin, MOST - length);
    if (more <= 0) {
      return;
    }
    if (bytes.length < length + more) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, Math.min(MOST, 2 * bytes.length)));
    }
    System.arraycopy(from, begin, bytes, length, more);
    length += more;
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  /// Gives the memory back.
  void forget() {
    bytes = NOTHING;
    length = 0;
  }
}
