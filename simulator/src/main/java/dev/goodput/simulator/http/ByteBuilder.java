package dev.goodput.simulator.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A growable byte buffer, reused for every event.
final class ByteBuilder {
  private byte[] bytes = new byte[512];
  private int size;

  byte[] array() {
    return bytes;
  }

  int size() {
    return size;
  }

  byte[] copy() {
    return Arrays.copyOf(bytes, size);
  }

  ByteBuilder clear() {
    size = 0;
    return this;
  }

  ByteBuilder add(byte[] more) {
    return add(more, 0, more.length);
  }

  ByteBuilder add(byte[] more, int from, int length) {
    reserve(length);
    System.arraycopy(more, from, bytes, size, length);
    size += length;
    return this;
  }

  ByteBuilder add(String text) {
    return add(text.getBytes(StandardCharsets.UTF_8));
  }

  ByteBuilder add(long number) {
    return add(Long.toString(number));
  }

  /// Adds a JSON string with its quotes.
  ByteBuilder quoted(String text) {
    return add(Json.quoted(text));
  }

  private void reserve(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
    }
  }
}
