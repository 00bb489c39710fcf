package dev.goodput.gateway.exchange;

import java.util.Arrays;

/// The begin of a request's body, kept until it is read on another thread.
final class RequestBody {
  /// Beyond this a body is looked at in part: images and files make most of it.
  private static final int MOST = 8 << 20;

  private static final byte[] NOTHING = new byte[0];

  private final BodyRoom room;
  private byte[] bytes = NOTHING;
  private int length;
  private boolean cut;

  RequestBody(BodyRoom room) {
    this.room = room;
  }

  void add(byte[] from, int begin, int end) {
    int more = Math.min(end - begin, MOST - length);
    if (more <= 0 || cut) {
      return;
    }
    if (bytes.length < length + more && !grow(length + more)) {
      cut = true;
      return;
    }
    System.arraycopy(from, begin, bytes, length, more);
    length += more;
  }

  private boolean grow(int least) {
    int size = Math.max(least, Math.min(MOST, 2 * bytes.length));
    if (!room.take(size - bytes.length)) {
      return false;
    }
    bytes = Arrays.copyOf(bytes, size);
    return true;
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  /// Gives the memory back; nothing is added any more.
  void forget() {
    room.giveBack(bytes.length);
    bytes = NOTHING;
    length = 0;
    cut = true;
  }
}
