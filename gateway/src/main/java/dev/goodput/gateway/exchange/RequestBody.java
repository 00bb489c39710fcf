package dev.goodput.gateway.exchange;

import java.util.ArrayList;
import java.util.List;

/// A request's body, kept until it is read on another thread: in pieces, so that a large one is
/// never moved.
final class RequestBody {
  private static final int LARGEST_PIECE = 1 << 20;

  /// What stays of one that is cut, about: mostly it names its model at its begin.
  private static final int KEPT_OF_CUT = 1 << 20;

  private final BodyRoom room;
  private final List<byte[]> pieces = new ArrayList<>(1);
  private long capacity;
  private long length;
  private boolean cut;

  /// Takes bytes in.
  interface Taker {
    void take(byte[] bytes, int from, int to);
  }

  RequestBody(BodyRoom room) {
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

  /// What is small fits exactly; what goes on coming doubles.
  private boolean grow(int least) {
    int doubled = Math.max(least, (int) Math.min(LARGEST_PIECE, length));
    int size = (int) Math.min(doubled, room.mostOfOne() - capacity);
    if (size <= 0 || !room.take(size)) {
      return false;
    }
    pieces.add(new byte[size]);
    capacity += size;
    return true;
  }

  private void shorten() {
    while (cut && pieces.size() > 1 && capacity > KEPT_OF_CUT) {
      int last = pieces.removeLast().length;
      room.giveBack(last);
      capacity -= last;
    }
    length = Math.min(length, capacity);
  }

  /// Hands over what there is, piece by piece.
  void each(Taker taker) {
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

  /// Whether some of it is not here, as there was no room.
  boolean cut() {
    return cut;
  }

  /// Gives the memory back; nothing is added any more.
  void forget() {
    room.giveBack(capacity);
    pieces.clear();
    capacity = 0;
    length = 0;
    cut = true;
  }
}
