package dev.goodput.relay;

import dev.goodput.wire.http.BodyFraming;
import dev.goodput.wire.http.BodySink;
import dev.goodput.wire.http.RequestHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/// A buffer for a request's body. It holds what arrives before there is an upstream to write to
/// and, if another attempt may follow, a copy of what was written. The bytes are stored once, as
/// framed on the wire, and decoded on demand.
final class RequestBuffer {
  /// The refusal for a request whose body cannot be buffered.
  static final Route.Refuse NO_ROOM =
      new Route.Refuse(
          503,
          "too_many_requests",
          "too much of other requests waits to be sent; try again soon",
          ExchangeListener.NONE);

  private static final int MAX_WAITING = 1 << 20;
  private static final int MAX_KEPT = 16 << 20;

  private static final int LARGEST_PIECE = 1 << 20;

  private final RequestHead head;
  private final RequestMemoryBudget.Share share;
  private final List<byte[]> framed = new ArrayList<>(0);
  private int capacity;
  private int length;
  private int bodyLength;
  private boolean keepsCopy;
  private boolean overflowed;
  private boolean complete;
  private long completeAt;
  private boolean routed;

  /// @param share memory share of this request
  RequestBuffer(RequestHead head, RequestMemoryBudget.Share share) {
    this.head = head;
    this.share = share;
  }

  /// Sets whether written bytes are kept for another attempt.
  void keepsCopy(boolean on) {
    keepsCopy = on;
  }

  /// Passes the body so far to a new witness.
  void show(GuardedListener listener) {
    routed = true;
    unframed(
        (bytes, from, to) -> listener.notifyListener(each -> each.requestBody(bytes, from, to)));
    if (complete) {
      listener.notifyListener(to -> to.requested(completeAt));
    }
  }

  private void unframed(BodySink sink) {
    BodyFraming framing = BodyFraming.strict();
    framing.begin(head);
    each((piece, _, to) -> framing.feed(piece, 0, to, sink));
  }

  /// Counts decoded bytes until the route is known.
  void countBody(int bytes) {
    bodyLength += routed ? 0 : bytes;
  }

  /// Returns the length of the decoded body so far.
  int bodyLength() {
    return bodyLength;
  }

  /// Returns the decoded body so far.
  byte[] body() {
    ByteArrayOutputStream plain = new ByteArrayOutputStream(bodyLength);
    unframed((bytes, from, to) -> plain.write(bytes, from, to - from));
    return plain.toByteArray();
  }

  /// Buffers framed bytes that cannot be written yet. Releases them.
  ///
  /// @return false if there is no room for them
  boolean add(ByteBuf bytes) {
    boolean there = write(bytes);
    bytes.release();
    return there;
  }

  /// Copies framed bytes that are about to be written, if they are kept.
  void copy(ByteBuf bytes) {
    if (!keepsCopy || overflowed) {
      return;
    }
    if (length + bytes.readableBytes() > MAX_KEPT || !write(bytes)) {
      discard();
    }
  }

  /// Releases the copy for another attempt.
  void discard() {
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
    overflowed |= length > MAX_KEPT;
    return true;
  }

  /// Adds storage. A small body fits exactly; a growing one doubles, however small the reads are.
  private boolean grow(int least) {
    int size = Math.max(least, Math.min(LARGEST_PIECE, length));
    boolean there = share.take(size);
    if (there) {
      framed.add(new byte[size]);
      capacity += size;
    }
    return there;
  }

  /// Passes on the buffered bytes, block by block.
  private void each(BodySink taker) {
    int left = length;
    for (byte[] piece : framed) {
      int here = Math.min(left, piece.length);
      taker.body(piece, 0, here);
      left -= here;
    }
  }

  /// Whether the client may send more although nothing is written yet.
  boolean takesMore() {
    return length < (keepsCopy ? MAX_KEPT : MAX_WAITING);
  }

  /// Notes that the request is complete.
  void complete(long now) {
    complete = true;
    completeAt = now;
  }

  /// Whether everything received is buffered, so that another upstream can get the same request.
  boolean repeatable() {
    return keepsCopy && !overflowed;
  }

  /// Whether the request is complete and buffered.
  boolean whole() {
    return complete && repeatable();
  }

  /// Returns the head and all buffered bytes for writing.
  ByteBuf begin(byte[] headers) {
    int all = headers.length + length;
    ByteBuf written = ByteBufAllocator.DEFAULT.directBuffer(all, all).writeBytes(headers);
    each((piece, _, to) -> written.writeBytes(piece, 0, to));
    if (!repeatable()) {
      release();
    }
    return written;
  }

  void release() {
    if (capacity > 0) {
      share.release();
    }
    capacity = 0;
    length = 0;
    framed.clear();
  }
}
