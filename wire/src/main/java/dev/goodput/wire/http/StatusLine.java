package dev.goodput.wire.http;

import java.nio.charset.StandardCharsets;

/// The first line of a response, and the length it may name.
final class StatusLine {
  private StatusLine() {}

  /// The status code, -1 where the line is not `HTTP/1.x NNN`.
  static int status(byte[] bytes) {
    boolean http =
        bytes.length >= 12
            && startsWith(bytes, "HTTP/1.")
            && digit(bytes[7])
            && bytes[8] == ' '
            && digit(bytes[9])
            && digit(bytes[10])
            && digit(bytes[11])
            && (bytes.length == 12 || !digit(bytes[12]));
    if (!http) {
      return -1;
    }
    int status = (bytes[9] - '0') * 100 + (bytes[10] - '0') * 10 + bytes[11] - '0';
    return status >= 100 ? status : -1;
  }

  static boolean oneDotZero(byte[] bytes) {
    return bytes[7] == '0';
  }

  private static boolean startsWith(byte[] bytes, String prefix) {
    for (int i = 0; i < prefix.length(); i++) {
      if (bytes[i] != prefix.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static boolean digit(byte b) {
    return b >= '0' && b <= '9';
  }

  /// The first bytes, fit to print.
  static String shown(byte[] bytes) {
    String start = new String(bytes, 0, Math.min(40, bytes.length), StandardCharsets.ISO_8859_1);
    return "\"" + start.replaceAll("[^ -~]", ".") + "\"";
  }

  /// The length of a `Content-Length`, which may be repeated with the same value; -1 where it is
  /// none.
  static long length(String value) {
    String[] parts = value.split(",", -1);
    String first = parts[0].strip();
    if (!first.matches("[0-9]{1,18}")) {
      return -1;
    }
    for (String each : parts) {
      if (!each.strip().equals(first)) {
        return -1;
      }
    }
    return Long.parseLong(first);
  }
}
