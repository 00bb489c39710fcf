package dev.goodput.wire.dialect;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// A search for the end or an escape of a JSON string, eight bytes per step.
final class StringEnds {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final long QUOTES = '"' * ONES;
  private static final long BACKSLASHES = '\\' * ONES;

  private StringEnds() {}

  /// Returns the index of the first quote or backslash, `to` if there is none.
  static int find(byte[] bytes, int from, int to) {
    int at = from;
    for (; at + 8 <= to; at += 8) {
      long eight = (long) LONGS.get(bytes, at);
      long quote = eight ^ QUOTES;
      long backslash = eight ^ BACKSLASHES;
      long hit = (((quote - ONES) & ~quote) | ((backslash - ONES) & ~backslash)) & HIGHS;
      if (hit != 0) {
        return at + (Long.numberOfTrailingZeros(hit) >>> 3);
      }
    }
    while (at < to && bytes[at] != '"' && bytes[at] != '\\') {
      at++;
    }
    return at;
  }
}
