package dev.goodput.relay;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A collector of one message head, from its first byte to the blank line, out of reads of any
/// size.
final class HeadCollector {
  private static final byte[] NOTHING = new byte[0];

  private final int most;
  private byte[] gathered = NOTHING;
  private int length;

  /// @param most longest head in bytes
  HeadCollector(int most) {
    this.most = most;
  }

  /// Consumes bytes up to the end of the head, and leaves those that follow it.
  ///
  /// @return the head, or null if it is not complete
  byte @Nullable [] take(ByteBuf in) {
    int from = length;
    int more = Math.min(in.readableBytes(), most + 1 - length);
    if (gathered.length < length + more) {
      gathered = Arrays.copyOf(gathered, Math.max(512, Math.min(most + 1, 2 * (length + more))));
    }
    in.getBytes(in.readerIndex(), gathered, length, more);
    int end = end(Math.max(0, from - 3), length + more);
    if (end < 0) {
      length += more;
      in.skipBytes(more);
      return null;
    }
    in.skipBytes(end - from);
    byte[] head = Arrays.copyOf(gathered, end);
    gathered = NOTHING;
    length = 0;
    return head;
  }

  /// Returns the index after the blank line, or -1 if there is none. A bare LF ends a line too;
  /// strict parsers check the head again.
  private int end(int from, int to) {
    for (int i = from; i < to; i++) {
      if (gathered[i] != '\n') {
        continue;
      }
      if (i + 1 < to && gathered[i + 1] == '\n') {
        return i + 2;
      }
      if (i + 2 < to && gathered[i + 1] == '\r' && gathered[i + 2] == '\n') {
        return i + 3;
      }
    }
    return -1;
  }

  /// Whether the head exceeds its limit without an end.
  boolean tooLong() {
    return length > most;
  }

  /// Whether a head has started.
  boolean begun() {
    return length > 0;
  }

  /// Returns the bytes collected so far.
  byte[] soFar() {
    return Arrays.copyOf(gathered, length);
  }
}
