package dev.goodput.gateway.exchange;

import java.util.ArrayList;
import java.util.List;

/// A request's body, kept until another thread reads it; in pieces, so that a large one is never
/// copied.
final class RequestBody {
  private static final int LARGEST_PIECE = 1 << 20;

  /// Approximate bytes kept of a truncated body: usually it names its model at its start.
  private static final int KEPT_OF_CUT = 1 << 20;

  private final BodyMemoryBudget room;
  private final List<byte[]> pieces = new ArrayList<>(1);
  private long capacity;
  private long length;
  private boolean cut;

  /// A receiver of bytes.
  interface BytesConsumer {
    void take(byte[] bytes, int from, int to);
  }

  RequestBody(BodyMemoryBudget room) {
    this.room = room;
  }

  void add(byte[] from, int begin, int end) {
    int at = begin;
    while (at < end && !cut) {
      if (length == capacity) {
        cut = !grow(end - at);
        shorten();
      } else {
        byte[] last = pieces.getLast();
        int free = (int) (capacity - length);
        int more = Math.min(end - at, free);
        System.arraycopy(from, at, last, last.length - free, more);
        length += more;
        at += more;
      }
    }
  }

  /// A small body fits exactly; a growing one doubles.
  private boolean grow(int least) {
    int doubled = Math.max(least, (int) Math.min(LARGEST_PIECE, length));
    int size = (int) Math.min(doubled, room.maxPerBody() - capacity);
    if (size <= 0 || !room.reserve(size)) {
      return false;
    }
    pieces.add(new byte[size]);
    capacity += size;
    return true;
  }

  private void shorten() {
    while (cut && pieces.size() > 1 && capacity > KEPT_OF_CUT) {
      int last = pieces.removeLast().length;
      room.release(last);
      capacity -= last;
    }
    length = Math.min(length, capacity);
  }

  /// Passes the body on, piece by piece.
  void each(BytesConsumer taker) {
    long left = length;
    for (byte[] piece : pieces) {
      int here = (int) Math.min(left, piece.length);
      taker.take(piece, 0, here);
      left -= here;
    }
  }

  long length() {
    return length;
  }

  /// Returns whether the body was truncated because there was no room.
  boolean cut() {
    return cut;
  }

  /// Gives the memory back; nothing is added any more.
  void forget() {
    room.release(capacity);
    pieces.clear();
    capacity = 0;
    length = 0;
    cut = true;
  }
}
