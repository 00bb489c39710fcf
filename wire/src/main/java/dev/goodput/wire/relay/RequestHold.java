package dev.goodput.wire.relay;

import dev.goodput.wire.http.BodyFraming;
import dev.goodput.wire.http.BodySink;
import dev.goodput.wire.http.RequestHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/// What came of a request's body before there was an upstream to write it to, and, where another
/// attempt may follow, what was written. It is held once, as it is framed, and unframed when it is
/// asked for.
final class RequestHold {
  /// What is told whom there is no room for.
  static final Route.Refuse NO_ROOM =
      new Route.Refuse(
          503,
          "too_many_requests",
          "too much of other requests waits to be sent; try again soon",
          Witness.NONE);

  private static final int MOST_WAITING = 1 << 20;
  private static final int MOST_KEPT = 16 << 20;

  private static final int LARGEST_PIECE = 1 << 20;

  private final RequestHead head;
  private final HeldBytes.Share share;
  private final List<byte[]> framed = new ArrayList<>(0);
  private int capacity;
  private int length;
  private int bodyLength;
  private boolean keeps;
  private boolean overflowed;
  private boolean complete;
  private long completeAt;
  private boolean routed;

  /// @param share of what all requests hold together
  RequestHold(RequestHead head, HeldBytes.Share share) {
    this.head = head;
    this.share = share;
  }

  /// Whether what was written is kept, too.
  void keeps(boolean on) {
    keeps = on;
  }

  /// A witness is there now: it sees what came before it.
  void show(Watching witness) {
    routed = true;
    unframed(witness::requestBody);
    if (complete) {
      witness.requested(completeAt);
    }
  }

  private void unframed(BodySink sink) {
    BodyFraming framing = BodyFraming.strict();
    framing.begin(head);
    each((piece, _, to) -> framing.feed(piece, 0, to, sink));
  }

  /// Unframed bytes: counted until the route is known.
  void seen(int bytes) {
    bodyLength += routed ? 0 : bytes;
  }

  /// How much of the unframed body there is.
  int bodyLength() {
    return bodyLength;
  }

  /// The unframed body so far.
  byte[] body() {
    ByteArrayOutputStream plain = new ByteArrayOutputStream(bodyLength);
    unframed((bytes, from, to) -> plain.write(bytes, from, to - from));
    return plain.toByteArray();
  }

  /// Framed bytes that cannot be written yet; owned from here on.
  ///
  /// @return false where there is no room for them
  boolean add(ByteBuf bytes) {
    boolean there = write(bytes);
    bytes.release();
    return there;
  }

  /// Framed bytes that are about to be written.
  void copy(ByteBuf bytes) {
    if (!keeps || overflowed) {
      return;
    }
    if (length + bytes.readableBytes() > MOST_KEPT || !write(bytes)) {
      letGo();
    }
  }

  /// What was written is not kept any more.
  void letGo() {
    overflowed = true;
    release();
  }

  private boolean write(ByteBuf bytes) {
    int at = bytes.readerIndex();
    while (at < bytes.writerIndex()) {
      int left = bytes.writerIndex() - at;
      if (length == capacity && !grow(left)) {
        return false;
      }
      byte[] last = framed.getLast();
      int free = capacity - length;
      int more = Math.min(left, free);
      bytes.getBytes(at, last, last.length - free, more);
      length += more;
      at += more;
    }
    overflowed |= length > MOST_KEPT;
    return true;
  }

  /// What is small fits exactly; what goes on coming doubles, in however small pieces it comes.
  private boolean grow(int least) {
    int size = Math.max(least, Math.min(LARGEST_PIECE, length));
    boolean there = share.take(size);
    if (there) {
      framed.add(new byte[size]);
      capacity += size;
    }
    return there;
  }

  /// Hands over what there is, piece by piece.
  private void each(BodySink taker) {
    int left = length;
    for (byte[] piece : framed) {
      int here = Math.min(left, piece.length);
      taker.body(piece, 0, here);
      left -= here;
    }
  }

  /// Whether the client may go on sending though nothing is written yet.
  boolean takesMore() {
    return length < (keeps ? MOST_KEPT : MOST_WAITING);
  }

  /// The request came to its end.
  void complete(long now) {
    complete = true;
    completeAt = now;
  }

  /// Whether all that came is here, so that another upstream can be asked the same.
  boolean kept() {
    return keeps && !overflowed;
  }

  /// Whether all of the request came, and is here.
  boolean whole() {
    return complete && kept();
  }

  /// The head and all that waits, to be written.
  ByteBuf begin(byte[] headers) {
    int all = headers.length + length;
    ByteBuf written = ByteBufAllocator.DEFAULT.directBuffer(all, all).writeBytes(headers);
    each((piece, _, to) -> written.writeBytes(piece, 0, to));
    if (!kept()) {
      release();
    }
    return written;
  }

  void release() {
    if (capacity > 0) {
      share.giveBack();
    }
    capacity = 0;
    length = 0;
    framed.clear();
  }
}
