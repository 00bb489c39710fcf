package dev.goodput.record;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The standard names of HTTP statuses: RFC 9110 §15, RFC 6585.
final class HttpStatus {
  private static final Map<Integer, String> PHRASES =
      Map.ofEntries(
          Map.entry(301, "Moved Permanently"),
          Map.entry(302, "Found"),
          Map.entry(303, "See Other"),
          Map.entry(307, "Temporary Redirect"),
          Map.entry(308, "Permanent Redirect"),
          Map.entry(400, "Bad Request"),
          Map.entry(401, "Unauthorized"),
          Map.entry(402, "Payment Required"),
          Map.entry(403, "Forbidden"),
          Map.entry(404, "Not Found"),
          Map.entry(405, "Method Not Allowed"),
          Map.entry(406, "Not Acceptable"),
          Map.entry(407, "Proxy Authentication Required"),
          Map.entry(408, "Request Timeout"),
          Map.entry(409, "Conflict"),
          Map.entry(410, "Gone"),
          Map.entry(411, "Length Required"),
          Map.entry(413, "Content Too Large"),
          Map.entry(414, "URI Too Long"),
          Map.entry(415, "Unsupported Media Type"),
          Map.entry(417, "Expectation Failed"),
          Map.entry(421, "Misdirected Request"),
          Map.entry(422, "Unprocessable Content"),
          Map.entry(426, "Upgrade Required"),
          Map.entry(429, "Too Many Requests"),
          Map.entry(431, "Request Header Fields Too Large"),
          Map.entry(500, "Internal Server Error"),
          Map.entry(501, "Not Implemented"),
          Map.entry(502, "Bad Gateway"),
          Map.entry(503, "Service Unavailable"),
          Map.entry(504, "Gateway Timeout"),
          Map.entry(505, "HTTP Version Not Supported"));

  private HttpStatus() {}

  /// Returns the status with the server's detail, as in `503: the queue is full`, or with its
  /// standard name if the detail adds nothing, as in `404 Not Found`.
  static String words(int status, String detail) {
    String phrase = PHRASES.get(status);
    String message = beyond(status, phrase, detail.strip());
    if (!message.isEmpty() && !message.startsWith("(")) {
      return status + ": " + message;
    }
    String name = phrase == null ? Integer.toString(status) : status + " " + phrase;
    return message.isEmpty() ? name : name + " " + message;
  }

  // Servers repeat the status and its name in the body: `404 Not Found`, `not found (404)`.
  private static String beyond(int status, @Nullable String phrase, String detail) {
    String rest = detail.replaceFirst("\\s*\\(" + status + "\\)$", "");
    rest = rest.replaceFirst("(?i)^(?:http\\s+)?(?:error\\s+)?" + status + "\\b[\\s:,-]*", "");
    if (phrase != null
        && rest.toLowerCase(Locale.ROOT).startsWith(phrase.toLowerCase(Locale.ROOT))) {
      String more = rest.substring(phrase.length());
      return Pattern.matches("(?s)|[.:].*|\\s+\\(.*", more)
          ? more.replaceFirst("^[\\s.:]+", "")
          : rest;
    }
    return rest;
  }
}
