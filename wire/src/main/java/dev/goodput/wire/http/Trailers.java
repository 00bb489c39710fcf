package dev.goodput.wire.http;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The lines after the last chunk. Each is checked in place, so that the cost is linear in their
/// length.
final class Trailers {
  private static final int MAX = 64 * 1024;
  private static final byte[] NOTHING = new byte[0];

  private byte[] bytes = NOTHING;
  private int length;

  /// Start of the current line.
  private int line;

  void forget() {
    bytes = NOTHING;
    length = 0;
    line = 0;
  }

  /// Whether the current line is empty so far.
  boolean lineIsBlank() {
    return length == line;
  }

  /// Adds a byte to the current line. Returns false if there are too many bytes.
  boolean add(byte b) {
    if (length == MAX) {
      return false;
    }
    if (length == bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.clamp(2L * length, 128, MAX));
    }
    bytes[length++] = b;
    return true;
  }

  /// Ends the current line. Returns false if there are too many bytes.
  boolean endLine() {
    boolean fits = add((byte) '\n');
    line = length;
    return fits;
  }

  /// Describes what is wrong with the current line; null if nothing is. A reader that does not know
  /// trailers takes anything but a header line for the next request.
  @Nullable String problem() {
    String found = FieldLine.problem(bytes, line, length);
    boolean frames = named("content-length") || named("transfer-encoding");
    return found == null && frames ? "a trailer speaks of where the body ends" : found;
  }

  private boolean named(String name) {
    return FieldLine.named(bytes, line, length, name);
  }

  /// Returns all lines, each ended by a line feed.
  byte[] lines() {
    return Arrays.copyOf(bytes, length);
  }

  static String tooMany() {
    return "trailers over " + MAX + " bytes";
  }
}
