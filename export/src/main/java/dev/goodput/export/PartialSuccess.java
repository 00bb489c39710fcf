package dev.goodput.export;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/// A parser of the number of rejected items in an accepted body's response: field 1 of field 1 of
/// `ExportMetricsServiceResponse` and `ExportTraceServiceResponse`.
final class PartialSuccess {
  private static final int PARTIAL_SUCCESS = (1 << 3) | 2;
  private static final int REJECTED = 1 << 3;

  private PartialSuccess() {}

  /// Returns the number of rejected items; 0 if there are none or the response is not such a
  /// message, which not all collectors send.
  static long rejected(ByteBuffer answer) {
    try {
      ByteBuffer whole = answer.duplicate();
      if (!whole.hasRemaining() || varint(whole) != PARTIAL_SUCCESS) {
        return 0;
      }
      long length = varint(whole);
      boolean known = length > 0 && length <= whole.remaining() && varint(whole) == REJECTED;
      return known ? Math.max(0, varint(whole)) : 0;
    } catch (BufferUnderflowException e) {
      return 0;
    }
  }

  private static long varint(ByteBuffer from) {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte b = from.get();
      value |= (b & 0x7fL) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw new BufferUnderflowException();
  }
}
