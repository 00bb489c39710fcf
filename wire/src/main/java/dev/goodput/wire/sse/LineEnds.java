package dev.goodput.wire.sse;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// A search for line ends that tests eight bytes per step, by the bit pattern for a zero byte.
final class LineEnds {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final long CRS = 0x0d * ONES;
  private static final long LFS = 0x0a * ONES;

  private LineEnds() {}

  /// Returns the index of the first CR or LF, `to` if there is none.
  static int find(byte[] bytes, int from, int to) {
    int at = from;
    for (; at + 8 <= to; at += 8) {
      long eight = (long) LONGS.get(bytes, at);
      long cr = eight ^ CRS;
      long lf = eight ^ LFS;
      long hit = (((cr - ONES) & ~cr) | ((lf - ONES) & ~lf)) & HIGHS;
      if (hit != 0) {
        return at + (Long.numberOfTrailingZeros(hit) >>> 3);
      }
    }
    while (at < to && bytes[at] != '\n' && bytes[at] != '\r') {
      at++;
    }
    return at;
  }
}
