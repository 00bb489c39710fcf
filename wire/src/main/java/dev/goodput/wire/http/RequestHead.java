package dev.goodput.wire.http;

import dev.goodput.wire.BadRequestException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Request line and headers of one HTTP/1.x request, read strictly: whatever two readers could take
/// for two different requests is refused (RFC 9112 §3, §5 and §6; request smuggling).
public final class RequestHead {
  /// Stands for a body whose length its chunks tell.
  public static final long CHUNKED = -1;

  /// What of an absolute URL stands before its path or query.
  private static final Pattern URL = Pattern.compile("^(?i:https?)://[^/?#]+");

  /// What one reader takes for a part of a host's name, and another for its end.
  private static final Pattern NO_HOST = Pattern.compile("[/\\\\?#@,;]");

  /// Transfer codings in lower case of which only the last one is chunked.
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

  /// Reads a head from its first byte to the blank line; takes the bytes over.
  ///
  /// @throws BadRequestException where it is malformed or could be read in two ways
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

  /// Whether a request can begin so. The hello of TLS, which comes where `https` is asked of a port
  /// that speaks `http`, does not.
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

  /// Each line ends with CR LF, and neither stands anywhere else; no line goes on in the next one;
  /// a name is a token right before its colon; no character controls anything.
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
    if (!target.startsWith("/") && !asksForAll() && !URL.matcher(target).find()) {
      throw new BadRequestException(400, "the target is neither a path nor an absolute URL");
    }
    return this;
  }

  private boolean asksForAll() {
    return target.equals("*") && method.equals("OPTIONS");
  }

  /// Where the body ends. Whether a header stands there is told by its line and not by its value,
  /// as what is empty to one reader is not to another.
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

  /// A well-formed list that ends in chunked names a coding that is not implemented here. Of any
  /// other value, two readers could see two different ends of the body.
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

  /// GET, POST, …
  public String method() {
    return method;
  }

  /// What is asked for, as it came: a path with its query, an absolute URL, or `*`.
  public String target() {
    return target;
  }

  /// The path without the query.
  public String path() {
    String origin = origin();
    int question = origin.indexOf('?');
    return question < 0 ? origin : origin.substring(0, question);
  }

  /// Path and query: of an absolute URL what follows its host.
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

  /// Bytes of the body, [#CHUNKED] where its chunks tell.
  public long bodyLength() {
    return bodyLength;
  }

  /// The first header of a name in lower case, without blanks around it; null where there is none.
  public @Nullable String header(String lowerCaseName) {
    return fields.first(lowerCaseName);
  }

  /// All headers of a name joined by commas, in lower case; empty where there is none.
  public String joined(String lowerCaseName) {
    return fields.joined(lowerCaseName);
  }

  /// Hands over each header line, in order.
  public void lines(LineVisitor visitor) {
    fields.each(visitor);
  }

  /// Whether the connection may carry another request after this one, as far as the client says.
  public boolean keepAlive() {
    String connection = joined("connection");
    return oneDotZero ? connection.contains("keep-alive") : !connection.contains("close");
  }

  /// Whether the client asks to go on in another protocol. HTTP/2 is none: it would carry requests
  /// past whoever reads this one, and no server needs to offer it so (RFC 9113 §3.1).
  public boolean upgrades() {
    return joined("connection").contains("upgrade")
        && fields.count("upgrade") > 0
        && !joined("upgrade").contains("h2c");
  }
}
