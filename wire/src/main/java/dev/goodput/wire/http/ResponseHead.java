package dev.goodput.wire.http;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Status line and headers of one response, looked up in the bytes they came in.
public final class ResponseHead {
  private final byte[] bytes;
  private final int status;
  private final boolean oneDotZero;

  /// Takes over the bytes from `HTTP/` to the blank line.
  ResponseHead(byte[] bytes, int status, boolean oneDotZero) {
    this.bytes = bytes;
    this.status = status;
    this.oneDotZero = oneDotZero;
  }

  /// The status code, from 200.
  public int status() {
    return status;
  }

  /// Whether the status is 2xx.
  public boolean successful() {
    return status / 100 == 2;
  }

  /// The first header of a name in lower case, stripped; null where there is none.
  public @Nullable String header(String lowerCaseName) {
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
  public String joined(String lowerCaseName) {
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

  /// The media type in lower case without parameters; empty where there is none.
  public String mediaType() {
    String type = header("content-type");
    if (type == null) {
      return "";
    }
    int semicolon = type.indexOf(';');
    return (semicolon < 0 ? type : type.substring(0, semicolon)).strip().toLowerCase(Locale.ROOT);
  }

  /// Whether the connection may carry another request, as far as the headers say.
  boolean keepAlive() {
    String connection = joined("connection");
    return oneDotZero ? connection.contains("keep-alive") : !connection.contains("close");
  }

  private int nextLine(int from) {
    int at = from;
    while (at < bytes.length && bytes[at] != '\n') {
      at++;
    }
    return at + 1;
  }

  private boolean named(int line, int end, String lowerCaseName) {
    int length = lowerCaseName.length();
    if (line + length >= Math.min(end, bytes.length) || bytes[line + length] != ':') {
      return false;
    }
    for (int i = 0; i < length; i++) {
      int c = bytes[line + i];
      int lower = c >= 'A' && c <= 'Z' ? c + 32 : c;
      if (lower != lowerCaseName.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private String value(int from, int end) {
    int to = Math.min(end, bytes.length);
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1).strip();
  }
}
