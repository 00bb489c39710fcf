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
  private static final int MOST_WAITING = 1 << 20;
  private static final int MOST_KEPT = 16 << 20;

  /// What a piece costs beside its bytes, so that a body of pieces of one byte is not held for
  /// nothing.
  private static final int AROUND = 32;

  private final RequestHead head;
  private final HeldBytes held;
  private final List<byte[]> framed = new ArrayList<>(0);
  private int length;
  private int bodyLength;
  private boolean keeps;
  private boolean overflowed;
  private boolean complete;
  private long completeAt;
  private boolean routed;

  /// @param held what all requests hold together
  RequestHold(RequestHead head, HeldBytes held) {
    this.head = head;
    this.held = held;
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
    for (byte[] each : framed) {
      framing.feed(each, 0, each.length, sink);
    }
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
      overflowed = true;
      release();
    }
  }

  private boolean write(ByteBuf bytes) {
    int more = bytes.readableBytes();
    if (more == 0) {
      return true;
    }
    if (!held.take(more + AROUND)) {
      return false;
    }
    byte[] piece = new byte[more];
    bytes.getBytes(bytes.readerIndex(), piece);
    framed.add(piece);
    length += more;
    overflowed |= length > MOST_KEPT;
    return true;
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
    framed.forEach(written::writeBytes);
    if (!kept()) {
      release();
    }
    return written;
  }

  void release() {
    held.give(length + (long) AROUND * framed.size());
    length = 0;
    framed.clear();
  }
}
