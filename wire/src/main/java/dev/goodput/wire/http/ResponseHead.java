package dev.goodput.wire.http;

import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Status line and headers of one response, looked up in the bytes they came in.
public final class ResponseHead {
  private final HeadFields fields;
  private final int status;
  private final boolean oneDotZero;
  private final TransferCodings codings;

  /// Takes over the bytes from `HTTP/` to the blank line.
  ResponseHead(byte[] bytes, int status, boolean oneDotZero) {
    this.fields = new HeadFields(AnswerLines.tidied(bytes));
    this.status = status;
    this.oneDotZero = oneDotZero;
    this.codings = TransferCodings.of(joined("transfer-encoding"));
  }

  /// Reads a head from `HTTP/` to the blank line; takes the bytes over, and puts right in their
  /// place what two readers would take for two things.
  ///
  /// @return null where they are no such head
  public static @Nullable ResponseHead of(byte[] bytes) {
    int status = StatusLine.status(bytes);
    return status < 0 ? null : new ResponseHead(bytes, status, StatusLine.oneDotZero(bytes));
  }

  /// What is wrong with bytes that are no head, in words.
  public static String problem(byte[] bytes) {
    return StatusLine.problem(bytes);
  }

  /// The status code, from 100.
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

  /// The status line from its status code on, without its line end.
  public byte[] statusAndReason() {
    byte[] bytes = fields.bytes();
    int end = fields.nextLine(0) - 1;
    int to = end > 0 && bytes[end - 1] == '\r' ? end - 1 : end;
    return Arrays.copyOfRange(bytes, "HTTP/1.1 ".length(), to);
  }

  /// The first header of a name in lower case, without blanks around it; null where there is none.
  public @Nullable String header(String lowerCaseName) {
    return fields.first(lowerCaseName);
  }

  /// All headers of a name joined by commas, in lower case; empty where there is none.
  public String joined(String lowerCaseName) {
    return fields.joined(lowerCaseName);
  }

  /// The one length that `Content-Length` names, however often; -1 where there is none.
  public long contentLength() {
    return StatusLine.length(joined("content-length"));
  }

  /// Hands over each header line, in order.
  public void lines(LineVisitor visitor) {
    fields.each(visitor);
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

  TransferCodings codings() {
    return codings;
  }

  /// Whether the body, if there is one, is in chunks.
  public boolean chunked() {
    return codings.chunked();
  }

  /// Whether one line says so and nothing else.
  public boolean plainlyChunked() {
    return fields.count("transfer-encoding") == 1 && joined("transfer-encoding").equals("chunked");
  }

  /// Whether the connection may carry another request, as far as the headers say. Where they
  /// contradict each other about the body's end, the next response could begin anywhere.
  public boolean keepAlive() {
    String connection = joined("connection");
    if (contradictsItself() || keepAlive("max") == 0 || keepAlive("timeout") == 0) {
      return false;
    }
    return oneDotZero ? connection.contains("keep-alive") : !connection.contains("close");
  }

  /// A parameter of `Keep-Alive`: seconds or requests; -1 where there is none.
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

  /// Whether a `Transfer-Encoding` stands where none may: in HTTP/1.0, beside a length, or where no
  /// body follows (RFC 9112 §6.1).
  private boolean contradictsItself() {
    boolean misplaced = oneDotZero || status == 204 || header("content-length") != null;
    return header("transfer-encoding") != null && misplaced;
  }
}
