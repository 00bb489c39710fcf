package dev.goodput.wire.client;

import dev.goodput.wire.Header;
import dev.goodput.wire.Secret;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The secrets of an endpoint that a server was sent and might echo: the key, the values of the
/// user's headers and their parts, the URL's query parameters whose names suggest a key, and the
/// secrets in request bodies.
final class EndpointSecrets {
  /// A shorter key or password cannot be distinguished from ordinary words.
  private static final int SHORTEST_KEY = 4;

  private static final int SHORTEST_VALUE = 6;
  private static final Set<String> SCHEMES = Set.of("bearer", "basic", "digest", "negotiate");

  private final Set<String> found = new LinkedHashSet<>();

  private EndpointSecrets() {}

  /// Returns all secrets in the spellings that may occur in a server's text, longest first.
  static List<String> of(Endpoint endpoint) {
    EndpointSecrets secrets = new EndpointSecrets();
    Secret key = endpoint.apiKey();
    if (key != null) {
      secrets.add(key.reveal(), SHORTEST_KEY);
    }
    endpoint.headers().forEach(secrets::header);
    secrets.query(endpoint.baseUrl().getRawQuery());
    endpoint.bodySecrets().forEach(secret -> secrets.add(secret, SHORTEST_KEY));
    List<String> all = new ArrayList<>(secrets.found);
    all.sort(Comparator.comparingInt(String::length).reversed());
    return all;
  }

  private void header(Header header) {
    String value = header.value();
    add(value, SHORTEST_VALUE);
    boolean telling = SafeUrl.telling(header.name());
    for (String part : value.split("[\\s;,=]+", -1)) {
      boolean scheme = SCHEMES.contains(part.toLowerCase(Locale.ROOT));
      if (!scheme && (telling || part.matches(".*[0-9].*"))) {
        add(part, SHORTEST_VALUE);
      }
    }
    if (value.regionMatches(true, 0, "Basic ", 0, 6)) {
      password(decoded(value.substring(6).strip()));
    }
  }

  private static String decoded(String base64) {
    try {
      return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      // Not valid Basic credentials; the value itself is already included.
      return "";
    }
  }

  private void password(String userInfo) {
    int colon = userInfo.indexOf(':');
    add(userInfo, SHORTEST_VALUE);
    add(userInfo.substring(colon + 1), SHORTEST_KEY);
  }

  private void query(@Nullable String query) {
    for (String member : query == null ? new String[0] : query.split("&", -1)) {
      int sign = member.indexOf('=');
      if (sign > 0 && SafeUrl.telling(member.substring(0, sign))) {
        add(member.substring(sign + 1), SHORTEST_KEY);
        add(BaseUrl.unescaped(member.substring(sign + 1)), SHORTEST_KEY);
      }
    }
  }

  private void add(String value, int shortest) {
    String text = value.strip();
    if (text.length() < shortest) {
      return;
    }
    found.add(text);
    found.add(text.replaceAll("\\s+", " "));
    found.add(text.replace("/", "\\/"));
    found.add(text.replace("\\", "\\\\").replace("\"", "\\\""));
    found.add(text.replace("&", "&amp;"));
    found.add(URLEncoder.encode(text, StandardCharsets.UTF_8));
  }
}
