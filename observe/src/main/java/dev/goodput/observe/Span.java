package dev.goodput.observe;

/// What of the time between two looks lies in a window.
///
/// @param begin 0 for the first look, 1 for the second
/// @param end likewise, not before `begin`
/// @param nanos from look to look
record Span(double begin, double end, double nanos) {
  /// No time at all.
  static final Span NONE = new Span(0, 0, 0);

  static Span of(long beforeNanos, long nowNanos, Stretch window) {
    double nanos = (double) nowNanos - beforeNanos;
    double begin = Math.max(0, (window.fromNanos() - beforeNanos) / nanos);
    double end = Math.min(1, (window.toNanos() - beforeNanos) / nanos);
    return nanos > 0 && begin < end ? new Span(begin, end, nanos) : NONE;
  }

  /// How much of it lies in the window, 0 to 1.
  double share() {
    return end - begin;
  }

  double insideNanos() {
    return share() * nanos;
  }
}
