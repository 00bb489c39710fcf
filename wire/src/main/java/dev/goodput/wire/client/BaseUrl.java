package dev.goodput.wire.client;

import dev.goodput.wire.BadSettingException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The base URL of a server, as given with `--url`, and the paths below it.
public final class BaseUrl {
  /// Host and port, including names that [URI] does not accept as a host: `my_server:8000`.
  private static final Pattern AUTHORITY =
      Pattern.compile("(\\[[^\\]]+\\]|[^:\\[\\]]+)(?::([0-9]{1,9})?)?");

  /// Endpoint paths, without their version, that a full URL may end in; they are not part of the
  /// base.
  private static final List<String> WHOLE =
      List.of("/chat/completions", "/completions", "/responses", "/messages");

  /// The same for APIs without a version.
  private static final List<String> UNVERSIONED =
      List.of("/api/chat", "/api/generate", "/generate", "/generate_stream", "/completion");

  /// A base that contains a version itself, so that the API's own `/v1` is not added.
  private static final Pattern VERSIONED = Pattern.compile("(?:/.*)?/v[0-9]+[a-z0-9]*(?:/.*)?");

  private BaseUrl() {}

  /// Parses a URL that the user typed.
  ///
  /// @throws BadSettingException if it is not `http` or `https` with a host
  public static URI parse(String typed) {
    return parse("--url", typed);
  }

  /// @param option option that the URL was given for, used in messages
  static URI parse(String option, String typed) {
    String text = typed.strip();
    if (!text.contains("://")) {
      text = "http://" + text;
    }
    try {
      URI uri = new URI(text);
      check(option, uri);
      return uri;
    } catch (URISyntaxException e) {
      throw bad(option, typed, text.matches("[^:]*:/*") ? "it names no host" : e.getReason());
    }
  }

  /// Checks a URL.
  ///
  /// @throws BadSettingException if it is not `http` or `https` with a host, or contains a password
  public static void check(URI uri) {
    check("--url", uri);
  }

  private static void check(String option, URI uri) {
    String scheme = String.valueOf(uri.getScheme());
    if (!scheme.equalsIgnoreCase("http") && !scheme.equalsIgnoreCase("https")) {
      throw bad(option, uri.toString(), "expected http or https");
    }
    if (String.valueOf(uri.getRawAuthority()).contains("@")) {
      throw bad(
          option,
          uri.toString(),
          "a password does not belong there; use --header or --api-key-env");
    }
    Matcher authority = authorityOf(uri);
    if (!authority.matches()) {
      throw bad(option, uri.toString(), "it names no host");
    }
    String port = authority.group(2);
    if (port != null && (Integer.parseInt(port) == 0 || Integer.parseInt(port) > 65_535)) {
      throw bad(option, uri.toString(), "a port must be between 1 and 65535");
    }
  }

  private static BadSettingException bad(String option, String typed, String why) {
    return new BadSettingException(
        option
            + " \""
            + MaskedUrl.typed(typed)
            + "\": "
            + why
            + ". Example: http://127.0.0.1:8000");
  }

  private static Matcher authorityOf(URI uri) {
    String authority = uri.getRawAuthority();
    return AUTHORITY.matcher(authority == null ? "" : authority);
  }

  private static @Nullable String part(URI uri, int group) {
    Matcher authority = authorityOf(uri);
    return authority.matches() ? authority.group(group) : null;
  }

  /// Whether it is `https`.
  public static boolean secure(URI uri) {
    return uri.getScheme().equalsIgnoreCase("https");
  }

  /// Returns the port to connect to.
  public static int port(URI uri) {
    String port = part(uri, 2);
    return port != null ? Integer.parseInt(port) : secure(uri) ? 443 : 80;
  }

  private static String name(URI uri) {
    return String.valueOf(part(uri, 1));
  }

  /// Returns the host as sockets expect it: an IPv6 address has no brackets.
  public static String host(URI uri) {
    String host = name(uri);
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  /// Returns the value of the `Host` header.
  public static String authority(URI uri) {
    String port = part(uri, 2);
    return port == null ? name(uri) : name(uri) + ":" + port;
  }

  /// Decodes percent escapes. An invalid escape stays as it is.
  static String unescaped(String text) {
    String safe = text.replaceAll("%(?![0-9a-fA-F]{2})", "%25").replace("+", "%2B");
    return URLDecoder.decode(safe, StandardCharsets.UTF_8);
  }

  /// Returns the base for display: without user, query and the prefix of the API's own paths.
  static String shown(URI uri) {
    String base = prefix(trimmed(uri));
    return uri.getScheme() + "://" + authority(uri) + without(base, "/v1");
  }

  /// Returns the URL of a page below the server's root, next to its API. A prefix and a query are
  /// kept.
  static URI nextTo(URI uri, String page) {
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    return URI.create(shown(uri) + page + query);
  }

  /// Returns the URL of a page at the host's root. A query is kept.
  static URI atRoot(URI uri, String page) {
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    return URI.create(uri.getScheme() + "://" + authority(uri) + page + query);
  }

  /// Whether two URLs have the same scheme, host and port.
  static boolean sameServer(URI one, URI other) {
    return secure(one) == secure(other)
        && host(one).equalsIgnoreCase(host(other))
        && port(one) == port(other);
  }

  /// Returns the URL's own path and query.
  static String whole(URI uri) {
    String path = uri.getRawPath();
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    return (path == null || path.isEmpty() ? "/" : path) + query;
  }

  /// Returns the path and query of an API endpoint below the base. If the base contains a version
  /// or is a full endpoint URL, its own version replaces the `/v1` of a versioned API. A prefix and
  /// a query are kept.
  static String path(URI uri, String apiPath) {
    String base = trimmed(uri);
    String prefix = prefix(base);
    String below = apiPath.startsWith("/v1/") ? versioned(base, apiPath) : root(prefix, apiPath);
    return below + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
  }

  private static String versioned(String base, String apiPath) {
    String prefix = prefix(base);
    boolean whole = WHOLE.stream().anyMatch(base::endsWith);
    boolean own = whole || VERSIONED.matcher(prefix).matches();
    return prefix + (own ? apiPath.substring(apiPath.indexOf('/', 1)) : apiPath);
  }

  /// Returns a path below the server's root. The base may end in the root of this API or of
  /// another.
  private static String root(String prefix, String apiPath) {
    String begin = apiPath.substring(0, Math.max(0, apiPath.indexOf('/', 1)));
    String root = without(without(prefix, "/v1"), begin);
    return root + apiPath;
  }

  private static String without(String path, String end) {
    return path.endsWith(end) ? path.substring(0, path.length() - end.length()) : path;
  }

  private static String trimmed(URI uri) {
    String base = uri.getRawPath() == null ? "" : uri.getRawPath();
    while (base.endsWith("/")) {
      base = base.substring(0, base.length() - 1);
    }
    return base;
  }

  private static String prefix(String base) {
    return Stream.concat(WHOLE.stream(), UNVERSIONED.stream())
        .filter(base::endsWith)
        .findFirst()
        .map(known -> without(base, known))
        .orElse(base);
  }
}
