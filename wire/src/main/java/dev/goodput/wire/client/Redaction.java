package dev.goodput.wire.client;

import dev.goodput.record.Outcome;
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
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A filter that removes an endpoint's secrets, and control characters, from its server's text: a
/// server may quote the key it rejected. All text that leaves this module passes through it.
final class Redaction {
  private static final String STARS = "***";

  /// The mark of a truncation, which may have left only the start of a secret.
  private static final char CUT = '…';

  private static final Pattern CONTROLS = Pattern.compile("\\p{Cntrl}+");
  private static final int SHORTEST_BEGIN = 4;
  private static final Set<String> FINISHES =
      Set.of("stop", "length", "tool_calls", "function_call", "content_filter", "error", "abort");

  private final List<String> secrets;
  private final Pattern any;

  private Redaction(List<String> secrets) {
    this.secrets = secrets;
    this.any =
        Pattern.compile(
            secrets.stream().map(Pattern::quote).collect(Collectors.joining("|")),
            Pattern.CASE_INSENSITIVE);
  }

  static Redaction of(Endpoint endpoint) {
    return new Redaction(EndpointSecrets.of(endpoint));
  }

  /// Returns a text without the secrets, and without characters that would control a terminal.
  String clean(String text) {
    String plain = CONTROLS.matcher(text).replaceAll(" ");
    if (secrets.isEmpty() || plain.length() < SHORTEST_BEGIN) {
      return plain;
    }
    return withoutPartialSecrets(any.matcher(plain).replaceAll(STARS));
  }

  private String withoutPartialSecrets(String text) {
    StringBuilder less = new StringBuilder(text);
    for (int end = less.length(); end > 0; end = less.lastIndexOf(String.valueOf(CUT), end - 1)) {
      int begun = partialSecretLength(less.toString(), end);
      if (begun > 0) {
        less.replace(end - begun, end, STARS);
        end = end - begun + STARS.length();
      }
    }
    return less.toString();
  }

  /// Returns how much of a secret's start precedes `end`.
  private int partialSecretLength(String text, int end) {
    int longest = 0;
    for (String secret : secrets) {
      int length = Math.min(secret.length(), end);
      while (length > longest && !text.regionMatches(true, end - length, secret, 0, length)) {
        length--;
      }
      longest = Math.max(longest, length);
    }
    return longest < SHORTEST_BEGIN ? 0 : longest;
  }

  /// Returns an outcome whose text contains no secret.
  Outcome clean(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Ok(String reason) ->
          FINISHES.contains(reason) ? outcome : new Outcome.Ok(clean(reason));
      case Outcome.HttpError(int status, String detail) ->
          new Outcome.HttpError(status, clean(detail));
      case Outcome.ErrorEvent(String detail) -> new Outcome.ErrorEvent(clean(detail));
      case Outcome.Truncated(String detail) -> new Outcome.Truncated(clean(detail));
      case Outcome.Refused(String detail) -> new Outcome.Refused(clean(detail));
      case Outcome.Reset(String detail) -> new Outcome.Reset(clean(detail));
      case Outcome.Tls(String detail) -> new Outcome.Tls(clean(detail));
      case Outcome.Malformed(String detail) -> new Outcome.Malformed(clean(detail));
      case Outcome.Unsent(String detail) -> new Outcome.Unsent(clean(detail));
      case Outcome.Empty _, Outcome.Timeout _, Outcome.Cancelled _ -> outcome;
    };
  }

  /// The secrets of an endpoint that a server was sent and might echo: the key, the values of the
  /// user's headers and their parts, the URL's query parameters whose names suggest a key, and the
  /// secrets in request bodies.
  private static final class EndpointSecrets {
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
      boolean looksSecret = MaskedUrl.looksSecret(header.name());
      for (String part : value.split("[\\s;,=]+", -1)) {
        boolean scheme = SCHEMES.contains(part.toLowerCase(Locale.ROOT));
        if (!scheme && (looksSecret || part.matches(".*[0-9].*"))) {
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
        if (sign > 0 && MaskedUrl.looksSecret(member.substring(0, sign))) {
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
}
