package dev.goodput.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Bytes for tests.
public final class Bytes {
  private Bytes() {}

  /// Returns a text in UTF-8.
  public static byte[] of(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// Returns a test resource.
  public static byte[] resource(String name) {
    try (InputStream in = Bytes.class.getResourceAsStream("/" + name)) {
      if (in == null) {
        throw new IllegalArgumentException("no resource " + name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A receiver of pieces of an array.
  @FunctionalInterface
  public interface Piece {
    /// Receives one piece.
    void take(byte[] bytes, int from, int to);
  }

  /// Feeds the bytes in two pieces, each in its own array, which is wiped afterwards.
  public static void inTwo(byte[] bytes, int cut, Piece piece) {
    feed(bytes, 0, cut, piece);
    feed(bytes, cut, bytes.length, piece);
  }

  /// Feeds the bytes in pieces of random size.
  public static void inRandomPieces(byte[] bytes, RandomGenerator random, Piece piece) {
    int at = 0;
    while (at < bytes.length) {
      int end = Math.min(bytes.length, at + 1 + random.nextInt(random.nextBoolean() ? 4 : 300));
      feed(bytes, at, end, piece);
      at = end;
    }
  }

  /// Feeds the bytes one by one.
  public static void oneByOne(byte[] bytes, Piece piece) {
    for (int i = 0; i < bytes.length; i++) {
      feed(bytes, i, i + 1, piece);
    }
  }

  private static void feed(byte[] bytes, int from, int to, Piece piece) {
    if (from == to) {
      return;
    }
    int before = 3;
    byte[] own = new byte[to - from + 2 * before];
    System.arraycopy(bytes, from, own, before, to - from);
    piece.take(own, before, before + to - from);
    java.util.Arrays.fill(own, (byte) '~');
  }

  /// Returns the body as HTTP chunks of these sizes in turn, with the last chunk.
  public static byte[] chunked(byte[] body, int... sizes) {
    var out = new ByteArrayOutputStream();
    int at = 0;
    for (int i = 0; at < body.length; i++) {
      int end = Math.min(body.length, at + sizes[i % sizes.length]);
      out.writeBytes(of(Integer.toHexString(end - at) + "\r\n"));
      out.write(body, at, end - at);
      out.writeBytes(of("\r\n"));
      at = end;
    }
    out.writeBytes(of("0\r\n\r\n"));
    return out.toByteArray();
  }

  /// Joins arrays.
  public static byte[] join(byte[]... parts) {
    var out = new ByteArrayOutputStream();
    for (byte[] each : parts) {
      out.writeBytes(each);
    }
    return out.toByteArray();
  }

  /// Returns the events of a body, each with its blank line.
  public static List<byte[]> events(byte[] body) {
    List<byte[]> events = new ArrayList<>();
    for (String each : new String(body, StandardCharsets.UTF_8).split("(?<=\n\n)", -1)) {
      if (!each.isEmpty()) {
        events.add(of(each));
      }
    }
    return events;
  }

  /// Returns the bytes with a few of them changed, removed, doubled or moved.
  public static byte[] mutate(byte[] bytes, RandomGenerator random) {
    byte[] changed = bytes.clone();
    int times = 1 + random.nextInt(4);
    for (int i = 0; i < times && changed.length > 1; i++) {
      int at = random.nextInt(changed.length);
      int end = Math.min(changed.length, at + 1 + random.nextInt(8));
      byte[] head = java.util.Arrays.copyOf(changed, at);
      byte[] middle = java.util.Arrays.copyOfRange(changed, at, end);
      byte[] tail = java.util.Arrays.copyOfRange(changed, end, changed.length);
      changed =
          switch (random.nextInt(4)) {
            case 0 -> join(head, tail);
            case 1 -> join(head, middle, middle, tail);
            case 2 -> join(head, new byte[] {spice(random)}, tail);
            default -> join(head, new byte[] {spice(random)}, middle, tail);
          };
    }
    return changed;
  }

  private static byte spice(RandomGenerator random) {
    String spices = "\r\n:{}[]\"\\,0aF ;dnu\u0000\u0080";
    return (byte) spices.charAt(random.nextInt(spices.length()));
  }
}
