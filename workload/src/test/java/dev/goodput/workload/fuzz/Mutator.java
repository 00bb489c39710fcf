package dev.goodput.workload.fuzz;

import dev.goodput.workload.random.Purpose;
import dev.goodput.workload.random.RandomStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/// A mutator that corrupts bytes in the ways in which files get corrupted.
final class Mutator {
  private static final List<String> PIECES =
      List.of(
          "\"",
          "{",
          "}",
          "[",
          "]",
          ",",
          ":",
          "\n",
          "\r\n",
          "\\",
          "\\u",
          "\\ud800",
          "null",
          "true",
          "-1",
          "0",
          "1e9999",
          "99999999999999999999",
          "NaN",
          "\ufeff",
          "\0",
          "é",
          ";",
          "\t",
          "''",
          "\"prompt\":",
          "\"input_length\":1,",
          "[[[[[[[[",
          "1e-5",
          "0x10",
          "2023-99-99 00:00:00");

  private final RandomStream random;

  Mutator(long seed) {
    this.random = RandomStream.of(seed, Purpose.TEXT);
  }

  /// Applies one to eight changes.
  byte[] spoil(byte[] original) {
    byte[] bytes = original;
    for (int left = 1 + random.nextInt(8); left > 0; left--) {
      bytes = change(bytes);
    }
    return bytes;
  }

  private byte[] change(byte[] bytes) {
    int at = random.nextInt(bytes.length + 1);
    return switch (random.nextInt(6)) {
      case 0 -> flipped(bytes, at);
      case 1 -> Arrays.copyOf(bytes, at);
      case 2 -> without(bytes, at, Math.min(bytes.length, at + random.nextInt(20)));
      case 3 -> inserted(bytes, at, new byte[] {(byte) random.nextInt(256)});
      case 4 -> inserted(bytes, at, part(bytes));
      default -> inserted(bytes, at, piece());
    };
  }

  private byte[] piece() {
    return PIECES.get(random.nextInt(PIECES.size())).getBytes(StandardCharsets.UTF_8);
  }

  private byte[] part(byte[] bytes) {
    int begin = random.nextInt(bytes.length + 1);
    return Arrays.copyOfRange(bytes, begin, Math.min(bytes.length, begin + random.nextInt(60)));
  }

  private byte[] flipped(byte[] bytes, int at) {
    byte[] copy = bytes.clone();
    if (at < copy.length) {
      copy[at] ^= (byte) (1 << random.nextInt(8));
    }
    return copy;
  }

  private static byte[] without(byte[] bytes, int begin, int end) {
    return join(Arrays.copyOf(bytes, begin), Arrays.copyOfRange(bytes, end, bytes.length));
  }

  private static byte[] inserted(byte[] bytes, int at, byte[] piece) {
    byte[] head = join(Arrays.copyOf(bytes, at), piece);
    return join(head, Arrays.copyOfRange(bytes, at, bytes.length));
  }

  private static byte[] join(byte[] one, byte[] other) {
    byte[] both = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }
}
