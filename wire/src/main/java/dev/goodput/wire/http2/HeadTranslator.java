package dev.goodput.wire.http2;

import dev.goodput.wire.BadRequestException;
import dev.goodput.wire.http.LineVisitor;
import dev.goodput.wire.http.RequestHead;
import dev.goodput.wire.http.ResponseHead;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// The translation of message heads between HTTP/2 and HTTP/1.1.
public final class HeadTranslator {
  /// Headers that HTTP/2 expresses differently or does not have (RFC 9113 §8.2.2).
  private static final Set<String> OF_ONE_ONLY =
      Set.of(
          "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade", "host");

  private HeadTranslator() {}

  /// Returns the status of a response's head, or -1 for trailers and for a missing or malformed
  /// status.
  public static int status(Http2Headers fields) {
    CharSequence status = fields.status();
    return status != null && status.toString().matches("[1-9][0-9]{2}")
        ? Integer.parseInt(status.toString())
        : -1;
  }

  /// Returns a response's head, up to the blank line.
  ///
  /// @param framing additional header lines, each with its line end
  public static byte[] response(int status, Http2Headers fields, String framing) {
    StringBuilder text = new StringBuilder(256).append("HTTP/1.1 ").append(status).append(" \r\n");
    lines(fields, text);
    return bytes(text.append(framing).append("\r\n"));
  }

  /// Returns a request's head, up to the blank line. Its reader checks it like any other head.
  ///
  /// @param chunked whether chunks follow
  /// @throws BadRequestException if a field contains a line end
  public static byte[] request(Http2Headers fields, boolean chunked) {
    StringBuilder text = new StringBuilder(512);
    text.append(fields.method()).append(' ').append(fields.path()).append(" HTTP/1.1\r\n");
    if (fields.authority() != null) {
      text.append("host: ").append(fields.authority()).append("\r\n");
      fields.remove("host");
    }
    CharSequence cookies = String.join("; ", fields.getAll("cookie"));
    if (!cookies.isEmpty()) {
      // Split cookie fields are joined into one line again (RFC 9113 §8.2.3).
      fields.set("cookie", cookies);
    }
    int lines = 1 + (fields.authority() == null ? 0 : 1) + lineCount(fields);
    lines(fields, text);
    if (lineEnds(text) != lines) {
      throw new BadRequestException(400, "a header field holds a line end");
    }
    return bytes(text.append(chunked ? "transfer-encoding: chunked\r\n\r\n" : "\r\n"));
  }

  private static int lineCount(Http2Headers fields) {
    int count = 0;
    for (Map.Entry<CharSequence, CharSequence> each : fields) {
      count += Http2Headers.PseudoHeaderName.hasPseudoHeaderFormat(each.getKey()) ? 0 : 1;
    }
    return count;
  }

  private static int lineEnds(CharSequence text) {
    return (int) text.chars().filter(c -> c == '\n').count();
  }

  /// Appends the fields as lines, without pseudo-header fields.
  static void lines(Http2Headers fields, StringBuilder into) {
    for (Map.Entry<CharSequence, CharSequence> each : fields) {
      if (!Http2Headers.PseudoHeaderName.hasPseudoHeaderFormat(each.getKey())) {
        into.append(each.getKey()).append(": ").append(each.getValue()).append("\r\n");
      }
    }
  }

  /// Returns a response's head as fields.
  public static Http2Headers fields(ResponseHead head) {
    Http2Headers fields = new DefaultHttp2Headers(false).status(Integer.toString(head.status()));
    head.lines(into(fields));
    return fields;
  }

  /// Returns a request's head as fields.
  ///
  /// @param scheme `http` or `https`
  public static Http2Headers fields(RequestHead head, String scheme) {
    Http2Headers fields =
        new DefaultHttp2Headers(false).method(head.method()).scheme(scheme).path(head.target());
    String host = head.header("host");
    if (host != null) {
      fields.authority(host);
    }
    head.lines(into(fields));
    CharSequence te = fields.get("te");
    if (te != null && !te.toString().equalsIgnoreCase("trailers")) {
      fields.remove("te");
    }
    return fields;
  }

  /// Returns trailers as fields.
  ///
  /// @param lines trailer lines as received
  public static Http2Headers trailers(byte[] lines) {
    Http2Headers fields = new DefaultHttp2Headers(false);
    for (String line : new String(lines, StandardCharsets.ISO_8859_1).split("\r?\n", -1)) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        String name = line.substring(0, colon).strip().toLowerCase(Locale.ROOT);
        if (!OF_ONE_ONLY.contains(name) && !name.equals("content-length")) {
          fields.add(name, line.substring(colon + 1).strip());
        }
      }
    }
    return fields;
  }

  private static LineVisitor into(Http2Headers fields) {
    return (name, bytes, from, to) -> {
      if (!OF_ONE_ONLY.contains(name)) {
        int begin = from + name.length() + 1;
        AsciiString value = new AsciiString(bytes, begin, to - begin, true);
        fields.add(name, value.trim());
      }
    };
  }

  /// Returns the text as bytes, one for each character.
  static byte[] bytes(StringBuilder text) {
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }
}
