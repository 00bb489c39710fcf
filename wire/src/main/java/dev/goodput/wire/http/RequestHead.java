package dev.goodput.wire.http;

import dev.goodput.wire.BadRequestException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The request line and headers of one HTTP/1.x request, parsed strictly: whatever two readers
/// could understand as different requests is rejected (RFC 9112 §3, §5 and §6; request smuggling).
public final class RequestHead {
  /// The body length of a chunked body.
  public static final long CHUNKED = -1;

  /// The part of an absolute URL before its path or query.
  private static final Pattern URL = Pattern.compile("^(?i:https?)://[^/?#]+");

  /// Characters that one reader takes for a part of a host name, and another for its end.
  private static final Pattern NO_HOST = Pattern.compile("[/\\\\?#@,;]");

  /// Transfer codings in lower case; only the last one is chunked.
  private static final Pattern CODINGS =
      Pattern.compile("((?!chunked[ \t,])[a-z0-9-]+[ \t]*,[ \t]*)*chunked");

  private final HeadFields fields;
  private final String method;
  private final String target;
  private final boolean oneDotZero;
  private final long bodyLength;

  private RequestHead(HeadFields fields, String[] line) {
    this.fields = fields;
    this.method = line[0];
    this.target = line[1];
    this.oneDotZero = line[2].equals("HTTP/1.0");
    this.bodyLength = framing();
  }

  /// Parses a head from its first byte to the blank line. Takes ownership of the bytes.
  ///
  /// @throws BadRequestException if it is malformed or ambiguous
  public static RequestHead parse(byte[] bytes) {
    checkLines(bytes);
    HeadFields fields = new HeadFields(bytes);
    int end = fields.nextLine(0) - 2;
    String line = new String(bytes, 0, Math.max(0, end), StandardCharsets.ISO_8859_1);
    String[] parts = line.split(" ", -1);
    if (parts.length != 3 || !Tokens.is(bytes, 0, parts[0].length()) || parts[1].isEmpty()) {
      throw new BadRequestException(400, "the request line is malformed");
    }
    if (!parts[2].equals("HTTP/1.1") && !parts[2].equals("HTTP/1.0")) {
      throw new BadRequestException(505, "this port speaks HTTP/1.1");
    }
    if (!visible(parts[1])) {
      throw new BadRequestException(400, "the target holds a character that must be escaped");
    }
    return new RequestHead(fields, parts).checked();
  }

  /// Whether a request can start with this byte. A TLS ClientHello, sent when `https` is used on an
  /// `http` port, does not.
  public static boolean begins(byte first) {
    return Tokens.holds(first);
  }

  private static boolean visible(String target) {
    for (int i = 0; i < target.length(); i++) {
      char c = target.charAt(i);
      if (c <= ' ' || c >= 0x7f) {
        return false;
      }
    }
    return true;
  }

  /// Checks that each line ends with CR LF and neither occurs elsewhere, that no line is folded,
  /// that a name is a token directly before its colon, and that there are no control characters.
  private static void checkLines(byte[] bytes) {
    int line = 0;
    for (int number = 0; line < bytes.length; number++) {
      int end = lineEnd(bytes, line);
      if (end == line && line + 2 == bytes.length) {
        return;
      }
      String problem = number > 0 ? FieldLine.problem(bytes, line, end) : null;
      if (problem != null) {
        throw new BadRequestException(400, problem);
      }
      line = end + 2;
    }
    throw new BadRequestException(400, "the head has no end");
  }

  private static int lineEnd(byte[] bytes, int from) {
    for (int at = from; at < bytes.length; at++) {
      byte b = bytes[at];
      if (b == '\r' && at + 1 < bytes.length && bytes[at + 1] == '\n') {
        return at;
      }
      if (b == '\r' || b == '\n' || b == 0) {
        throw new BadRequestException(400, "a line of the head does not end with CR LF");
      }
    }
    throw new BadRequestException(400, "the head has no end");
  }

  private RequestHead checked() {
    int hosts = fields.count("host");
    if (hosts > 1 || (hosts == 0 && !oneDotZero)) {
      throw new BadRequestException(400, "a request has one Host header");
    }
    String host = fields.first("host");
    if (host != null && (!visible(host) || NO_HOST.matcher(host).find())) {
      throw new BadRequestException(400, "the Host header names no single host");
    }
    if (method.equals("CONNECT")) {
      throw new BadRequestException(405, "CONNECT is not served here");
    }
    if (!target.startsWith("/") && !isOptionsForServer() && !URL.matcher(target).find()) {
      throw new BadRequestException(400, "the target is neither a path nor an absolute URL");
    }
    return this;
  }

  private boolean isOptionsForServer() {
    return target.equals("*") && method.equals("OPTIONS");
  }

  /// Determines where the body ends. A header counts as present if its line is, even with an empty
  /// value, because readers differ on what is empty.
  private long framing() {
    int codings = fields.count("transfer-encoding");
    int lengths = fields.count("content-length");
    if (codings > 0 && lengths > 0) {
      throw new BadRequestException(
          400, "both Content-Length and Transfer-Encoding: a body has one length");
    }
    if (codings > 0) {
      checkCodings(fields.joined("transfer-encoding"), codings);
      return CHUNKED;
    }
    String length = fields.joined("content-length");
    if (lengths > 1 || (lengths == 1 && StatusLine.length(length) < 0) || length.contains(",")) {
      throw new BadRequestException(400, "Content-Length is no single length");
    }
    return lengths == 0 ? 0 : StatusLine.length(length);
  }

  /// Rejects all codings but chunked. A well-formed list that ends in chunked contains a coding
  /// that is not implemented here. With any other value, two readers could see different ends of
  /// the body.
  private void checkCodings(String value, int lines) {
    if (oneDotZero || lines > 1 || !CODINGS.matcher(value).matches()) {
      throw new BadRequestException(
          400,
          oneDotZero
              ? "Transfer-Encoding is not part of HTTP/1.0"
              : "Transfer-Encoding must be \"chunked\", once");
    }
    if (!value.equals("chunked")) {
      throw new BadRequestException(501, "of transfer codings only chunked is supported");
    }
  }

  /// Returns the method: GET, POST, …
  public String method() {
    return method;
  }

  /// Returns the request target as received: a path with its query, an absolute URL, or `*`.
  public String target() {
    return target;
  }

  /// Returns the path without the query.
  public String path() {
    String origin = origin();
    int question = origin.indexOf('?');
    return question < 0 ? origin : origin.substring(0, question);
  }

  /// Returns the path and query; for an absolute URL, the part after its host.
  public String origin() {
    if (target.startsWith("/") || target.equals("*")) {
      return target;
    }
    String rest = URL.matcher(target).replaceFirst("");
    return rest.startsWith("/") ? rest : "/" + rest;
  }

  /// Whether the client speaks HTTP/1.0.
  public boolean oneDotZero() {
    return oneDotZero;
  }

  /// Returns the length of the body in bytes, [#CHUNKED] for a chunked body.
  public long bodyLength() {
    return bodyLength;
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

  /// Passes on each header line, in order.
  public void lines(LineVisitor visitor) {
    fields.each(visitor);
  }

  /// Whether the client allows another request on this connection.
  public boolean keepAlive() {
    String connection = joined("connection");
    return oneDotZero ? connection.contains("keep-alive") : !connection.contains("close");
  }

  /// Returns whether the client wants to switch to another protocol. HTTP/2 does not count: it
  /// would carry requests that this parser does not see, and no server needs to offer it this way
  /// (RFC 9113 §3.1).
  public boolean upgrades() {
    return joined("connection").contains("upgrade")
        && fields.count("upgrade") > 0
        && !joined("upgrade").contains("h2c");
  }
}
