package dev.goodput.record;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A reader of what a [ByteSink] wrote.
///
/// Every method throws [IllegalArgumentException], and no other exception, if the bytes do not hold
/// the requested value. No method allocates more memory than there are bytes left.
public final class ByteSource {
  private final byte[] bytes;
  private final int end;
  private int position;

  /// Creates a reader of the first `end` bytes of an array.
  public ByteSource(byte[] bytes, int end) {
    this.bytes = bytes;
    this.end = end;
  }

  /// Returns the number of bytes left.
  public int remaining() {
    return end - position;
  }

  private void need(int count) {
    if (count < 0 || count > remaining()) {
      throw new IllegalArgumentException("an entry ends early");
    }
  }

  /// Returns the next byte, from 0 to 255.
  public int octet() {
    need(1);
    return bytes[position++] & 0xff;
  }

  /// Returns 64 bits as an unsigned number.
  public long varint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int octet = octet();
      value |= (long) (octet & 0x7f) << shift;
      if (octet < 0x80) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number is longer than 64 bits");
  }

  /// Returns a signed number.
  public long zigzag() {
    long value = varint();
    return (value >>> 1) ^ -(value & 1);
  }

  int zigzagInt() {
    return narrow(zigzag());
  }

  /// Returns a count of items that take at least `size` bytes each.
  public int count(int size) {
    long count = varint();
    if (count < 0 || count > remaining() / size) {
      throw new IllegalArgumentException("a count is larger than what is left");
    }
    return (int) count;
  }

  /// Returns a whole number from 0 to the largest `int`.
  public int natural() {
    int value = narrow(varint());
    if (value < 0) {
      throw new IllegalArgumentException("a count is negative");
    }
    return value;
  }

  private static int narrow(long value) {
    if (value != (int) value) {
      throw new IllegalArgumentException("a number is longer than 32 bits");
    }
    return (int) value;
  }

  /// Returns a number of four bytes.
  public int fixed32() {
    need(4);
    int high = octet() << 24 | octet() << 16;
    return high | octet() << 8 | octet();
  }

  double fixed64() {
    long high = (long) fixed32() << 32;
    return Double.longBitsToDouble(high | (fixed32() & 0xffffffffL));
  }

  /// Returns a block of bytes.
  public byte[] block() {
    int from = skip(count(1));
    return Arrays.copyOfRange(bytes, from, position);
  }

  /// Returns a text.
  public String text() {
    int from = skip(count(1));
    return new String(bytes, from, position - from, StandardCharsets.UTF_8);
  }

  /// Returns the bytes of the next texts with their lengths, each byte as a character: a key by
  /// which what they decode to can be remembered.
  public String undecoded(int texts) {
    int from = position;
    for (int i = 0; i < texts; i++) {
      var unused = skip(count(1));
    }
    return new String(bytes, from, position - from, StandardCharsets.ISO_8859_1);
  }

  private int skip(int count) {
    int from = position;
    position += count;
    return from;
  }
}
