package dev.goodput.relay;

import dev.goodput.wire.Header;
import dev.goodput.wire.client.BaseUrl;
import dev.goodput.wire.client.MaskedUrl;
import dev.goodput.wire.http.RequestHead;
import dev.goodput.wire.http.ResponseHead;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A rewriter of message heads for forwarding. Header lines are forwarded as the head holds them,
/// that is, as received apart from ambiguities that were removed from response heads. Hop-by-hop
/// headers are dropped (RFC 9110 §7.6.1), and so are redundant statements of a response body's
/// length.
final class HeadRewriter {
  private static final Set<String> OF_ONE_CONNECTION =
      Set.of("connection", "keep-alive", "proxy-connection", "proxy-authorization");

  /// Headers that stay even if `Connection` names them: without the lines that frame the body, the
  /// next hop would take the body for another message.
  private static final Set<String> STAYING =
      Set.of("upgrade", "close", "content-length", "transfer-encoding");

  /// Headers that carry a client's API key. If the upstream is configured with a key under any
  /// name, the client's keys are dropped, together with every other header whose name suggests a
  /// secret. Otherwise a server that reads another name first would use the client's key, and the
  /// upstream may be a third party.
  private static final Set<String> KEYS =
      Set.of("authorization", "x-api-key", "api-key", "x-goog-api-key");

  /// Query parameters that carry a client's API key, such as Gemini's `?key=`. They are dropped in
  /// the same case as the headers.
  private static final Set<String> QUERY_KEYS =
      Set.of(
          "key",
          "api-key",
          "api_key",
          "apikey",
          "x-api-key",
          "x-goog-api-key",
          "subscription-key",
          "access_token");

  private HeadRewriter() {}

  /// Returns a request's head for an upstream.
  ///
  /// @param mark this relay's mark, added to those of the relays before it
  /// @param continued whether `100 Continue` was sent to the client, so that the upstream must not
  ///   send it
  static byte[] request(RequestHead head, Upstream upstream, LoopHeader mark, boolean continued) {
    Set<String> dropped = dropped(head.joined("connection"));
    dropped.add("host");
    dropped.add(LoopHeader.LOWER_CASE_NAME);
    if (continued) {
      dropped.add("expect");
    }
    if (!head.upgrades()) {
      dropped.add("upgrade");
    }
    if (!head.joined("te").equals("trailers")) {
      // No transfer coding other than chunked is forwarded.
      dropped.add("te");
    }
    boolean keyed = false;
    for (Header own : upstream.headers()) {
      String name = own.name().toLowerCase(Locale.ROOT);
      dropped.add(name);
      keyed |= isKey(name);
    }
    boolean withoutKeys = keyed;
    ByteArrayOutputStream out = new ByteArrayOutputStream(512);
    String target = target(head, upstream.url());
    write(out, head.method() + " " + (withoutKeys ? withoutQueryKeys(target) : target));
    write(out, head.oneDotZero() ? " HTTP/1.0\r\n" : " HTTP/1.1\r\n");
    write(out, "Host: " + host(head, upstream) + "\r\n");
    write(out, mark.line(head));
    head.lines((name, bytes, from, to) -> {
      if (!dropped.contains(name) && !(withoutKeys && isKey(name))) {
        out.write(bytes, from, to - from);
      }
    });
    for (Header own : upstream.headers()) {
      write(out, own.name() + ": " + own.value() + "\r\n");
    }
    if (head.upgrades()) {
      write(out, "Connection: upgrade\r\n");
    }
    write(out, "\r\n");
    return out.toByteArray();
  }

  private static boolean isKey(String lowerCaseName) {
    return KEYS.contains(lowerCaseName)
        || (MaskedUrl.looksSecret(lowerCaseName) && !lowerCaseName.equals("idempotency-key"));
  }

  /// Returns the target without the query parameters that carry a key, byte for byte otherwise.
  private static String withoutQueryKeys(String target) {
    int query = target.indexOf('?');
    if (query < 0) {
      return target;
    }
    List<String> all = Arrays.asList(target.substring(query + 1).split("&", -1));
    List<String> kept = all.stream().filter(each -> !isQueryKey(each)).toList();
    if (kept.size() == all.size()) {
      return target;
    }
    return target.substring(0, query) + (kept.isEmpty() ? "" : "?" + String.join("&", kept));
  }

  private static boolean isQueryKey(String parameter) {
    int equals = parameter.indexOf('=');
    return equals >= 0
        && QUERY_KEYS.contains(parameter.substring(0, equals).toLowerCase(Locale.ROOT));
  }

  private static String target(RequestHead head, URI url) {
    String prefix = url.getRawPath() == null ? "" : url.getRawPath();
    String base = prefix.endsWith("/") ? prefix.substring(0, prefix.length() - 1) : prefix;
    return head.target().equals("*") ? "*" : base + head.origin();
  }

  private static String host(RequestHead head, Upstream upstream) {
    String requested = head.header("host");
    return upstream.preserveHost() && requested != null
        ? requested
        : BaseUrl.authority(upstream.url());
  }

  /// Returns the head of an interim response for a client, which never has a body.
  static byte[] interim(ResponseHead head) {
    Set<String> dropped = dropped(head.joined("connection"));
    dropped.addAll(Set.of("transfer-encoding", "content-length"));
    ByteArrayOutputStream out = new ByteArrayOutputStream(512);
    lines(head, dropped, null, out);
    write(out, "\r\n");
    return out.toByteArray();
  }

  /// Writes the status line and all header lines that are not dropped.
  ///
  /// @param redirects rewriter of headers that name the upstream's address, null for none
  private static void lines(
      ResponseHead head,
      Set<String> dropped,
      @Nullable RedirectRewriter redirects,
      ByteArrayOutputStream out) {
    write(out, "HTTP/1.1 ");
    byte[] status = head.statusAndReason();
    out.write(status, 0, status.length);
    write(out, "\r\n");
    head.lines((name, bytes, from, to) -> {
      if (dropped.contains(name)) {
        return;
      }
      if (redirects != null && RedirectRewriter.concern(name)) {
        String line = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
        write(out, redirects.line(name, line));
      } else {
        out.write(bytes, from, to - from);
      }
    });
  }

  /// Returns the head of a final response for a client.
  ///
  /// @param chunked whether the body that follows is chunked
  /// @param persists whether the client's connection can carry another request
  /// @param redirects rewriter of headers that name the upstream's address
  static byte[] answer(
      ResponseHead head, boolean chunked, boolean persists, RedirectRewriter redirects) {
    Set<String> dropped = dropped(head.joined("connection"));
    if (head.status() != 101) {
      dropped.add("upgrade");
    }
    String once = framing(head, chunked, dropped);
    ByteArrayOutputStream out = new ByteArrayOutputStream(512);
    lines(head, dropped, redirects, out);
    write(out, once);
    if (head.status() == 101) {
      write(out, "Connection: upgrade\r\n");
    } else if (!persists) {
      write(out, "Connection: close\r\n");
    } else if (redirects.requested().oneDotZero()) {
      write(out, "Connection: keep-alive\r\n");
    }
    write(out, "\r\n");
    return out.toByteArray();
  }

  /// Drops the header lines that frame the body unless they are unambiguous, and returns the line
  /// that replaces them: chunked without a length, or one length (RFC 9112 §6.3, RFC 9110 §8.6).
  private static String framing(ResponseHead head, boolean chunked, Set<String> dropped) {
    boolean usual = chunked && head.onlyChunked();
    if (!usual) {
      dropped.add("transfer-encoding");
    }
    long length = head.contentLength();
    boolean repeated = length >= 0 && head.joined("content-length").contains(",");
    if (head.chunked() || repeated) {
      dropped.add("content-length");
    }
    if (chunked) {
      return usual ? "" : "Transfer-Encoding: chunked\r\n";
    }
    return repeated && !head.chunked() ? "Content-Length: " + length + "\r\n" : "";
  }

  /// Returns the hop-by-hop headers, including those that `Connection` names.
  private static Set<String> dropped(String connection) {
    Set<String> dropped = new HashSet<>(OF_ONE_CONNECTION);
    if (connection.isEmpty()) {
      return dropped;
    }
    Arrays.stream(connection.split(",", -1))
        .map(String::strip)
        .filter(name -> !STAYING.contains(name))
        .forEach(dropped::add);
    return dropped;
  }

  private static void write(ByteArrayOutputStream out, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    out.write(bytes, 0, bytes.length);
  }
}
