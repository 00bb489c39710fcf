package dev.goodput.relay;

import dev.goodput.wire.client.BaseUrl;
import dev.goodput.wire.http.RequestHead;
import java.net.URI;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A rewriter of response headers that send a client to another address. Where they name the
/// upstream, the result names the gateway instead, as the client addressed it: the client may not
/// be able to reach the upstream, and requests sent there directly are not measured.
///
/// @param requested client's request
/// @param upstream server that responded
/// @param secure whether the client's connection uses TLS
record RedirectRewriter(RequestHead requested, Upstream upstream, boolean secure) {
  private static final Set<String> NAMES = Set.of("location", "content-location", "refresh");
  private static final Pattern LINE = Pattern.compile("(?s)([^:]*:[ \t]*)(.*?)([ \t]*\r?\n)");
  private static final Pattern REFRESH =
      Pattern.compile("(?i)([0-9.\\s]+[;,]\\s*(?:url\\s*=\\s*)?[\"']?)(.*?)([\"']?)");
  private static final Pattern ADDRESS = Pattern.compile("(?i)(?:(https?):)?//([^/?#]*)(.*)");
  private static final Pattern AUTHORITY =
      Pattern.compile("(\\[[^\\]]+\\]|[^:]*)(?::([0-9]{1,5}))?");

  /// Whether a header of this name (in lower case) may need rewriting.
  static boolean concern(String name) {
    return NAMES.contains(name);
  }

  /// Returns the header line, including its line end, for the client.
  ///
  /// @param name header name in lower case
  String line(String name, String line) {
    Matcher parts = LINE.matcher(line);
    if (!parts.matches()) {
      return line;
    }
    return parts.group(1) + value(name, parts.group(2)) + parts.group(3);
  }

  private String value(String name, String value) {
    if (!name.equals("refresh")) {
      return address(value);
    }
    Matcher refresh = REFRESH.matcher(value);
    return refresh.matches()
        ? refresh.group(1) + address(refresh.group(2)) + refresh.group(3)
        : value;
  }

  private String address(String found) {
    Matcher address = ADDRESS.matcher(found);
    if (!address.matches()) {
      return found.startsWith("/") ? withoutPrefix(found) : found;
    }
    return namesUpstream(address.group(1), address.group(2))
        ? here() + withoutPrefix(address.group(3))
        : found;
  }

  private boolean namesUpstream(@Nullable String scheme, String authority) {
    URI url = upstream.url();
    String upstreamScheme = url.getScheme().toLowerCase(Locale.ROOT);
    String found = scheme == null ? upstreamScheme : scheme.toLowerCase(Locale.ROOT);
    if (upstream.preserveHost() && authority.equalsIgnoreCase(requested.header("host"))) {
      return found.equals(upstreamScheme);
    }
    Matcher parts = AUTHORITY.matcher(authority);
    if (!parts.matches() || !bare(parts.group(1)).equalsIgnoreCase(BaseUrl.host(url))) {
      return false;
    }
    int port = parts.group(2) == null ? usual(found) : Integer.parseInt(parts.group(2));
    boolean bothUsual = port == usual(found) && BaseUrl.port(url) == usual(upstreamScheme);
    return bothUsual || port == BaseUrl.port(url);
  }

  private static int usual(String scheme) {
    return scheme.equals("https") ? 443 : 80;
  }

  private static String bare(String host) {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  /// Returns the gateway's own address, taken from the client's `Host`. Returns an empty string if
  /// the client sent none, which leaves only the path.
  private String here() {
    String host = requested.header("host");
    if (host == null || host.isEmpty()) {
      return "";
    }
    String forwarded = requested.joined("x-forwarded-proto").split(",", -1)[0].strip();
    boolean named = forwarded.equals("http") || forwarded.equals("https");
    String scheme = named ? forwarded : secure ? "https" : "http";
    return scheme + "://" + host;
  }

  /// Removes the path prefix that the gateway puts before every target: the client must not request
  /// it.
  private String withoutPrefix(String path) {
    String raw = upstream.url().getRawPath();
    String prefix = raw == null ? "" : raw.replaceFirst("/+$", "");
    boolean below =
        path.startsWith(prefix)
            && (path.length() == prefix.length()
                || "/?#".indexOf(path.charAt(prefix.length())) >= 0);
    String rest = below ? path.substring(prefix.length()) : path;
    return rest.startsWith("/") ? rest : "/" + rest;
  }
}
