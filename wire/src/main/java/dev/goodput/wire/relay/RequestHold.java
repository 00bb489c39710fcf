package dev.goodput.wire.relay;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.ByteArrayOutputStream;

/// What came of a request's body before there was an upstream to write it to, and, where another
/// attempt may follow, what was written.
final class RequestHold {
  private static final int MOST_WAITING = 1 << 20;
  private static final int MOST_KEPT = 16 << 20;

  /// The body as it is framed.
  private final ByteArrayOutputStream framed = new ByteArrayOutputStream(0);

  /// The same unframed, for whoever tells the route by it.
  private final ByteArrayOutputStream plain = new ByteArrayOutputStream(0);

  private boolean keeps;
  private boolean overflowed;
  private boolean complete;
  private boolean routed;

  /// Whether what was written is kept, too.
  void keeps(boolean on) {
    keeps = on;
  }

  /// A witness is there now: it sees what came before it.
  void show(Watching witness) {
    routed = true;
    if (plain.size() > 0) {
      witness.requestBody(plain.toByteArray(), 0, plain.size());
      plain.reset();
    }
  }

  /// Unframed bytes, kept until the route is known.
  void seen(byte[] bytes, int from, int to) {
    if (!routed) {
      plain.write(bytes, from, to - from);
    }
  }

  /// How much of the unframed body there is.
  int bodyLength() {
    return plain.size();
  }

  /// The unframed body so far.
  byte[] body() {
    return plain.toByteArray();
  }

  /// Framed bytes that cannot be written yet; owned from here on.
  void add(ByteBuf bytes) {
    write(bytes);
    bytes.release();
  }

  /// Framed bytes that are about to be written.
  void copy(ByteBuf bytes) {
    if (keeps && !overflowed) {
      write(bytes);
    }
  }

  private void write(ByteBuf bytes) {
    if (keeps && framed.size() + bytes.readableBytes() > MOST_KEPT) {
      overflowed = true;
    }
    byte[] piece = new byte[bytes.readableBytes()];
    bytes.getBytes(bytes.readerIndex(), piece);
    framed.write(piece, 0, piece.length);
  }

  /// Whether the client may go on sending though nothing is written yet.
  boolean takesMore() {
    return framed.size() < (keeps ? MOST_KEPT : MOST_WAITING);
  }

  void complete() {
    complete = true;
  }

  /// Whether all of the request is here, so that another upstream can be asked the same.
  boolean whole() {
    return complete && keeps && !overflowed;
  }

  /// The head and all that waits, to be written.
  ByteBuf begin(byte[] head) {
    int length = head.length + framed.size();
    ByteBuf all = ByteBufAllocator.DEFAULT.directBuffer(length, length).writeBytes(head);
    all.writeBytes(framed.toByteArray());
    if (!keeps) {
      framed.reset();
    }
    return all;
  }

  void release() {
    framed.reset();
    plain.reset();
  }
}
