package dev.goodput.wire.http;

import java.nio.charset.StandardCharsets;

/// Parsing of a response's first line and of `Content-Length`.
final class StatusLine {
  private static final String BEGIN = "HTTP/1.";
  private static final int MAX_DIGITS = 18;
  private static final int SHOWN = 40;

  /// TLS record types.
  private static final int ALERT = 21;

  private static final int HANDSHAKE = 22;

  private StatusLine() {}

  /// Returns the status code, or -1 if the line is not `HTTP/1.x NNN`.
  static int status(byte[] bytes) {
    boolean http =
        bytes.length >= 12
            && isPrefix(bytes)
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

  /// Whether there are enough bytes to know that they do not start a status line.
  static boolean hopeless(byte[] bytes) {
    return !isPrefix(bytes)
        && (bytes.length > SHOWN || tls(bytes) || lineEnd(bytes) < bytes.length);
  }

  private static boolean isPrefix(byte[] bytes) {
    for (int i = 0; i < Math.min(bytes.length, BEGIN.length()); i++) {
      if (bytes[i] != BEGIN.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /// Describes what is wrong with bytes that are not a status line.
  static String problem(byte[] bytes) {
    return tls(bytes)
        ? "it speaks TLS there, so that the URL must start with https://"
        : "not an HTTP response: " + shown(bytes);
  }

  private static boolean tls(byte[] bytes) {
    return bytes.length > 1 && bytes[1] == 3 && (bytes[0] == ALERT || bytes[0] == HANDSHAKE);
  }

  private static int lineEnd(byte[] bytes) {
    int at = 0;
    while (at < bytes.length && bytes[at] != '\n') {
      at++;
    }
    return at;
  }

  private static boolean digit(byte b) {
    return b >= '0' && b <= '9';
  }

  /// Returns the start of the first line in printable form.
  private static String shown(byte[] bytes) {
    int end = lineEnd(bytes);
    String line = new String(bytes, 0, Math.min(SHOWN, end), StandardCharsets.ISO_8859_1).strip();
    return "\"" + line.replaceAll("[^ -~]", ".") + (end > SHOWN ? "…\"" : "\"");
  }

  /// Returns the length in a `Content-Length`, which may be repeated with the same value; -1 if it
  /// is not valid.
  static long length(String value) {
    String[] parts = value.split(",", -1);
    String first = FieldLine.stripped(parts[0]);
    if (!digits(first)) {
      return -1;
    }
    for (String each : parts) {
      if (!FieldLine.stripped(each).equals(first)) {
        return -1;
      }
    }
    return Long.parseLong(first);
  }

  private static boolean digits(String number) {
    boolean digits = !number.isEmpty() && number.length() <= MAX_DIGITS;
    for (int i = 0; i < number.length(); i++) {
      char c = number.charAt(i);
      digits &= c >= '0' && c <= '9';
    }
    return digits;
  }
}
