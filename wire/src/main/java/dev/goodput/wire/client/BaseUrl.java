package dev.goodput.wire.client;

import dev.goodput.wire.BadSettingException;
import java.net.URI;
import java.net.URISyntaxException;

/// What a user types as `--url`, and the paths below it.
final class BaseUrl {
  private BaseUrl() {}

  static URI parse(String typed) {
    String text = typed.strip();
    if (!text.contains("://")) {
      text = "http://" + text;
    }
    try {
      URI uri = new URI(text);
      check(uri);
      return uri;
    } catch (URISyntaxException e) {
      throw bad(typed, text.matches("[^:]*:/*") ? "it names no host" : e.getReason());
    }
  }

  static void check(URI uri) {
    String scheme = String.valueOf(uri.getScheme());
    if (!scheme.equalsIgnoreCase("http") && !scheme.equalsIgnoreCase("https")) {
      throw bad(uri.toString(), "expected http or https");
    }
    if (uri.getHost() == null || uri.getHost().isEmpty()) {
      throw bad(uri.toString(), "it names no host");
    }
    if (uri.getPort() == 0 || uri.getPort() > 65_535) {
      throw bad(uri.toString(), "a port lies between 1 and 65535");
    }
  }

  private static BadSettingException bad(String typed, String why) {
    return new BadSettingException(
        "--url \"" + typed + "\": " + why + ". Example: http://127.0.0.1:8000");
  }

  static boolean secure(URI uri) {
    return uri.getScheme().equalsIgnoreCase("https");
  }

  static int port(URI uri) {
    return uri.getPort() > 0 ? uri.getPort() : secure(uri) ? 443 : 80;
  }

  /// The host as sockets want it: an IPv6 address without its brackets.
  static String host(URI uri) {
    String host = uri.getHost();
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  /// The `Host` header.
  static String authority(URI uri) {
    return uri.getPort() > 0 ? uri.getHost() + ":" + uri.getPort() : uri.getHost();
  }

  /// A path of the API below the base: a base that ends in `/v1` or in the whole path is not
  /// doubled, a prefix and a query stay.
  static String path(URI uri, String apiPath) {
    String base = uri.getRawPath() == null ? "" : uri.getRawPath();
    while (base.endsWith("/")) {
      base = base.substring(0, base.length() - 1);
    }
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    return prefix(base) + tail(base, apiPath) + query;
  }

  private static String prefix(String base) {
    for (String known : new String[] {"/chat/completions", "/completions"}) {
      if (base.endsWith(known)) {
        return base.substring(0, base.length() - known.length());
      }
    }
    return base;
  }

  private static String tail(String base, String apiPath) {
    boolean versioned = prefix(base).matches(".*/v[0-9]+[a-z0-9]*");
    return versioned ? apiPath.substring(apiPath.indexOf('/', 1)) : apiPath;
  }
}
