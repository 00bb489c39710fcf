package dev.goodput.wire.http;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The lines behind the last chunk, each looked at where it lies, so that many cost what they are
/// long.
final class Trailers {
  private static final int MOST = 64 * 1024;
  private static final byte[] NOTHING = new byte[0];

  private byte[] bytes = NOTHING;
  private int length;

  /// Where the line under way begins.
  private int line;

  void forget() {
    bytes = NOTHING;
    length = 0;
    line = 0;
  }

  /// Whether the line under way holds nothing so far.
  boolean lineIsBlank() {
    return length == line;
  }

  /// Takes a byte of a line; false where there are too many.
  boolean add(byte b) {
    if (length == MOST) {
      return false;
    }
    if (length == bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.clamp(2L * length, 128, MOST));
    }
    bytes[length++] = b;
    return true;
  }

  /// Ends the line under way; false where there are too many bytes.
  boolean endLine() {
    boolean fits = add((byte) '\n');
    line = length;
    return fits;
  }

  /// What is wrong with the line under way, null where nothing is: a reader that knows of no
  /// trailers takes what is no header line for the next request.
  @Nullable String problem() {
    String found = FieldLine.problem(bytes, line, length);
    boolean frames = named("content-length") || named("transfer-encoding");
    return found == null && frames ? "a trailer speaks of where the body ends" : found;
  }

  private boolean named(String name) {
    return FieldLine.named(bytes, line, length, name);
  }

  /// All lines, each with a line feed.
  byte[] lines() {
    return Arrays.copyOf(bytes, length);
  }

  static String tooMany() {
    return "trailers over " + MOST + " bytes";
  }
}
