package dev.goodput.observe.export;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/// Reads how many items a collector turned away of a body that it took: field 1 of the field 1 of
/// `ExportMetricsServiceResponse` and of `ExportTraceServiceResponse`.
final class PartialSuccess {
  private static final int PARTIAL_SUCCESS = (1 << 3) | 2;
  private static final int REJECTED = 1 << 3;

  private PartialSuccess() {}

  /// How many; 0 where none were, or the answer is no such message: not all send one.
  static long rejected(ByteBuffer answer) {
    try {
      ByteBuffer whole = answer.duplicate();
      if (!whole.hasRemaining() || varint(whole) != PARTIAL_SUCCESS) {
        return 0;
      }
      long length = varint(whole);
      boolean told = length > 0 && length <= whole.remaining() && varint(whole) == REJECTED;
      return told ? Math.max(0, varint(whole)) : 0;
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
