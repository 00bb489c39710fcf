package dev.goodput.wire.http;

import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The status line and headers of one response, looked up in the received bytes.
public final class ResponseHead {
  private final HeadFields fields;
  private final int status;
  private final boolean oneDotZero;
  private final TransferCodings codings;

  /// Takes ownership of the bytes, from `HTTP/` to the blank line.
  ResponseHead(byte[] bytes, int status, boolean oneDotZero) {
    this.fields = new HeadFields(HeaderLineRepair.tidied(bytes));
    this.status = status;
    this.oneDotZero = oneDotZero;
    this.codings = TransferCodings.of(joined("transfer-encoding"));
  }

  /// Parses a head from `HTTP/` to the blank line. Takes ownership of the bytes, and repairs
  /// ambiguities in them in place.
  ///
  /// @return null if they are not such a head
  public static @Nullable ResponseHead of(byte[] bytes) {
    int status = StatusLine.status(bytes);
    return status < 0 ? null : new ResponseHead(bytes, status, StatusLine.oneDotZero(bytes));
  }

  /// Describes what is wrong with bytes that are not a head.
  public static String problem(byte[] bytes) {
    return StatusLine.problem(bytes);
  }

  /// Returns the status code, at least 100.
  public int status() {
    return status;
  }

  /// Whether the status is 2xx.
  public boolean successful() {
    return status / 100 == 2;
  }

  /// Whether the server speaks HTTP/1.0.
  public boolean oneDotZero() {
    return oneDotZero;
  }

  /// Returns the status line from its status code on, without its line end.
  public byte[] statusAndReason() {
    byte[] bytes = fields.bytes();
    int end = fields.nextLine(0) - 1;
    int to = end > 0 && bytes[end - 1] == '\r' ? end - 1 : end;
    return Arrays.copyOfRange(bytes, "HTTP/1.1 ".length(), to);
  }

  /// Returns the first header with this lower-case name, without surrounding blanks; null if there
  /// is none.
  public @Nullable String header(String lowerCaseName) {
    return fields.first(lowerCaseName);
  }

  /// Returns all headers with this lower-case name, joined by commas and in lower case; empty if
  /// there is none.
  public String joined(String lowerCaseName) {
    return fields.joined(lowerCaseName);
  }

  /// Returns the length in `Content-Length`, which may be repeated with the same value; -1 if there
  /// is none.
  public long contentLength() {
    return StatusLine.length(joined("content-length"));
  }

  /// Passes on each header line, in order.
  public void lines(LineVisitor visitor) {
    fields.each(visitor);
  }

  /// Returns the media type in lower case, without parameters; empty if there is none.
  public String mediaType() {
    String type = header("content-type");
    if (type == null) {
      return "";
    }
    int semicolon = type.indexOf(';');
    return (semicolon < 0 ? type : type.substring(0, semicolon)).strip().toLowerCase(Locale.ROOT);
  }

  TransferCodings codings() {
    return codings;
  }

  /// Whether the body, if there is one, is chunked.
  public boolean chunked() {
    return codings.chunked();
  }

  /// Whether exactly one `Transfer-Encoding` line states `chunked` and nothing else.
  public boolean onlyChunked() {
    return fields.count("transfer-encoding") == 1 && joined("transfer-encoding").equals("chunked");
  }

  /// Whether the headers allow another request on this connection. If they contradict each other on
  /// the body's end, the next response could start anywhere.
  public boolean keepAlive() {
    String connection = joined("connection");
    if (contradictsItself() || keepAlive("max") == 0 || keepAlive("timeout") == 0) {
      return false;
    }
    return oneDotZero ? connection.contains("keep-alive") : !connection.contains("close");
  }

  /// Returns a parameter of `Keep-Alive` (seconds or requests), or -1 if there is none.
  long keepAlive(String parameter) {
    String parameters = joined("keep-alive");
    return parameters.isEmpty() ? -1 : keepAlive(parameters, parameter);
  }

  private static long keepAlive(String parameters, String parameter) {
    for (String each : parameters.split(",", -1)) {
      int equals = each.indexOf('=');
      if (equals > 0 && FieldLine.stripped(each.substring(0, equals)).equals(parameter)) {
        String value = FieldLine.stripped(each.substring(equals + 1)).replace("\"", "");
        return value.matches("[0-9]{1,9}") ? Long.parseLong(value) : -1;
      }
    }
    return -1;
  }

  /// Whether there is a `Transfer-Encoding` where none is allowed: in HTTP/1.0, together with a
  /// length, or without a body (RFC 9112 §6.1).
  private boolean contradictsItself() {
    boolean misplaced = oneDotZero || status == 204 || header("content-length") != null;
    return header("transfer-encoding") != null && misplaced;
  }
}
