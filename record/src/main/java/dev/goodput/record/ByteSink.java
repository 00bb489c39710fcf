package dev.goodput.record;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A growing byte array for numbers and texts, reused by one writer.
///
/// Whole numbers are varints of seven bits a byte, low bits first. Signed numbers are zigzag-coded,
/// so that small numbers of either sign are short. Fixed-width numbers are big-endian.
public final class ByteSink {
  private static final int LONGEST_VARINT = 10;

  private byte[] bytes;
  private int length;

  /// Creates an empty array with room for this many bytes.
  public ByteSink(int capacity) {
    bytes = new byte[capacity];
  }

  /// Returns the array whose first [#length()] bytes hold what was written so far; valid until the
  /// next write.
  public byte[] bytes() {
    return bytes;
  }

  /// Returns the number of bytes written so far.
  public int length() {
    return length;
  }

  /// Drops everything from `newLength` on.
  public void cut(int newLength) {
    length = newLength;
  }

  private void ensure(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }

  /// Writes the low eight bits.
  public void octet(int value) {
    ensure(1);
    bytes[length++] = (byte) value;
  }

  /// Writes 64 bits as an unsigned number.
  public void varint(long value) {
    ensure(LONGEST_VARINT);
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  /// Writes a signed number.
  public void zigzag(long value) {
    varint((value << 1) ^ (value >> 63));
  }

  /// Writes four bytes.
  public void fixed32(int value) {
    ensure(4);
    bytes[length++] = (byte) (value >>> 24);
    bytes[length++] = (byte) (value >>> 16);
    bytes[length++] = (byte) (value >>> 8);
    bytes[length++] = (byte) value;
  }

  void fixed64(double value) {
    long bits = Double.doubleToLongBits(value);
    fixed32((int) (bits >>> 32));
    fixed32((int) bits);
  }

  /// Writes the length and the bytes.
  public void block(byte[] block) {
    varint(block.length);
    ensure(block.length);
    System.arraycopy(block, 0, bytes, length, block.length);
    length += block.length;
  }

  /// Writes the length in bytes and the UTF-8 bytes.
  public void text(String text) {
    block(text.getBytes(StandardCharsets.UTF_8));
  }
}
