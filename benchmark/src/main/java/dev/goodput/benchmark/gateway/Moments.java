package dev.goodput.benchmark.gateway;

/// The moments of writing that a truth server's answer carries, `@` and nanoseconds each, in turn.
final class Moments {
  private final String text;
  private int at;
  private long nanos;

  Moments(String text) {
    this.text = text;
  }

  /// Goes to the next one; false where there is none.
  boolean next() {
    int mark = text.indexOf('@', at);
    if (mark < 0) {
      return false;
    }
    at = mark + 1;
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
    nanos = 0;
    while (at < text.length() && Character.isDigit(text.charAt(at))) {
      nanos = nanos * 10 + Character.digit(text.charAt(at++), 10);
    }
    return true;
  }

  long nanos() {
    return nanos;
  }
}
