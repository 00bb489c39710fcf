package dev.goodput.wire.http;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The header lines of one head, looked up in the bytes they came in.
final class HeadFields {
  private final byte[] bytes;

  /// Takes over the bytes from the first line to the blank line.
  HeadFields(byte[] bytes) {
    this.bytes = bytes;
  }

  byte[] bytes() {
    return bytes;
  }

  /// The first header of a name in lower case, without blanks around it; null where there is none.
  @Nullable String first(String lowerCaseName) {
    int line = nextLine(0);
    while (line < bytes.length) {
      int next = nextLine(line);
      if (named(line, next, lowerCaseName)) {
        return value(line + lowerCaseName.length() + 1, next);
      }
      line = next;
    }
    return null;
  }

  /// All headers of a name joined by commas, in lower case; empty where there is none.
  String joined(String lowerCaseName) {
    StringBuilder all = new StringBuilder();
    int line = nextLine(0);
    while (line < bytes.length) {
      int next = nextLine(line);
      if (named(line, next, lowerCaseName)) {
        all.append(all.isEmpty() ? "" : ",").append(value(line + lowerCaseName.length() + 1, next));
      }
      line = next;
    }
    return all.toString().toLowerCase(Locale.ROOT);
  }

  /// How many header lines have a name in lower case.
  int count(String lowerCaseName) {
    int count = 0;
    int line = nextLine(0);
    while (line < bytes.length) {
      int next = nextLine(line);
      count += named(line, next, lowerCaseName) ? 1 : 0;
      line = next;
    }
    return count;
  }

  /// Hands over each header line with its line end, in order, but not the blank line.
  void each(LineVisitor visitor) {
    int line = nextLine(0);
    while (line < bytes.length) {
      int next = Math.min(bytes.length, nextLine(line));
      int colon = colon(line, next);
      if (colon > line) {
        visitor.line(name(line, colon), bytes, line, next);
      }
      line = next;
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

  /// Where the line after the one at `from` begins.
  int nextLine(int from) {
    int at = from;
    while (at < bytes.length && bytes[at] != '\n') {
      at++;
    }
    return at + 1;
  }

  private boolean named(int line, int end, String lowerCaseName) {
    return FieldLine.named(bytes, line, Math.min(end, bytes.length), lowerCaseName);
  }

  private String value(int from, int end) {
    int to = Math.min(end, bytes.length);
    to -= to > from && bytes[to - 1] == '\n' ? 1 : 0;
    to -= to > from && bytes[to - 1] == '\r' ? 1 : 0;
    return FieldLine.stripped(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
  }
}
