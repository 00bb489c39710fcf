package dev.goodput.wire.client;

import dev.goodput.record.Outcome;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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
    return withoutBegins(any.matcher(plain).replaceAll(STARS));
  }

  private String withoutBegins(String text) {
    StringBuilder less = new StringBuilder(text);
    for (int end = less.length(); end > 0; end = less.lastIndexOf(String.valueOf(CUT), end - 1)) {
      int begun = begun(less.toString(), end);
      if (begun > 0) {
        less.replace(end - begun, end, STARS);
        end = end - begun + STARS.length();
      }
    }
    return less.toString();
  }

  /// Returns how much of a secret's start precedes `end`.
  private int begun(String text, int end) {
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
}
