package dev.goodput.simulator.truth;

/// A scan for the few relevant fields of a request's JSON, without parsing it.
final class RequestScan {
  private RequestScan() {}

  /// Returns `max_completion_tokens` or `max_tokens`, else the fallback.
  static int tokens(String body, int fallback) {
    int found = number(body, "\"max_completion_tokens\"");
    found = found > 0 ? found : number(body, "\"max_tokens\"");
    return found > 0 ? found : fallback;
  }

  /// Returns whether usage is requested.
  static boolean usage(String body) {
    return isTrue(body, "\"include_usage\"");
  }

  /// Returns whether a stream is requested.
  static boolean stream(String body) {
    return isTrue(body, "\"stream\"");
  }

  private static int number(String body, String name) {
    int at = value(body, name);
    int end = at;
    while (end < body.length() && Character.isDigit(body.charAt(end)) && end - at < 9) {
      end++;
    }
    return end == at ? -1 : Integer.parseInt(body.substring(at, end));
  }

  private static boolean isTrue(String body, String name) {
    return body.startsWith("true", value(body, name));
  }

  /// Returns where the value of a field starts; the end of the body if there is no such field.
  private static int value(String body, String name) {
    int at = body.lastIndexOf(name);
    if (at < 0) {
      return body.length();
    }
    at += name.length();
    while (at < body.length() && (body.charAt(at) == ' ' || body.charAt(at) == ':')) {
      at++;
    }
    return at;
  }
}
