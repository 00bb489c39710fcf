package dev.goodput.wire.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The header lines of one head, looked up in the received bytes.
final class HeadFields {
  private static final int DEFAULT_LINES = 16;

  private final byte[] bytes;

  /// The start of each header line, found once; includes the blank line.
  private int[] starts = new int[DEFAULT_LINES];

  private int lines;

  /// Takes ownership of the bytes, from the first line to the blank line.
  HeadFields(byte[] bytes) {
    this.bytes = bytes;
    for (int line = nextLine(0); line < bytes.length; line = nextLine(line)) {
      if (lines == starts.length) {
        starts = Arrays.copyOf(starts, 2 * lines);
      }
      starts[lines] = line;
      lines++;
    }
  }

  byte[] bytes() {
    return bytes;
  }

  private int end(int line) {
    return line + 1 < lines ? starts[line + 1] : bytes.length;
  }

  /// Returns the first header with this lower-case name, without surrounding blanks; null if there
  /// is none.
  @Nullable String first(String lowerCaseName) {
    for (int line = 0; line < lines; line++) {
      if (named(line, lowerCaseName)) {
        return value(starts[line] + lowerCaseName.length() + 1, end(line));
      }
    }
    return null;
  }

  /// Returns all headers with this lower-case name, joined by commas and in lower case; empty if
  /// there is none.
  String joined(String lowerCaseName) {
    String first = first(lowerCaseName);
    if (first == null) {
      return "";
    }
    return (count(lowerCaseName) == 1 ? first : all(lowerCaseName)).toLowerCase(Locale.ROOT);
  }

  private String all(String lowerCaseName) {
    StringBuilder all = new StringBuilder();
    for (int line = 0; line < lines; line++) {
      if (named(line, lowerCaseName)) {
        all.append(all.isEmpty() ? "" : ",")
            .append(value(starts[line] + lowerCaseName.length() + 1, end(line)));
      }
    }
    return all.toString();
  }

  /// Returns how many header lines have this lower-case name.
  int count(String lowerCaseName) {
    int count = 0;
    for (int line = 0; line < lines; line++) {
      count += named(line, lowerCaseName) ? 1 : 0;
    }
    return count;
  }

  /// Passes on each header line with its line end, in order, without the blank line.
  void each(LineVisitor visitor) {
    for (int line = 0; line < lines; line++) {
      int from = starts[line];
      int colon = colon(from, end(line));
      if (colon > from) {
        visitor.line(name(from, colon), bytes, from, end(line));
      }
    }
  }

  private int colon(int from, int to) {
    int at = from;
    while (at < to && bytes[at] != ':') {
      at++;
    }
    return at < to ? at : -1;
  }

  private String name(int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
  }

  /// Returns where the next line starts.
  int nextLine(int from) {
    int at = from;
    while (at < bytes.length && bytes[at] != '\n') {
      at++;
    }
    return at + 1;
  }

  private boolean named(int line, String lowerCaseName) {
    return FieldLine.named(bytes, starts[line], end(line), lowerCaseName);
  }

  private String value(int from, int end) {
    int to = end;
    to -= to > from && bytes[to - 1] == '\n' ? 1 : 0;
    to -= to > from && bytes[to - 1] == '\r' ? 1 : 0;
    return FieldLine.stripped(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
  }
}
