package dev.goodput.observe;

/// The part of the time between two scrapes that is in a window.
///
/// @param begin its start: 0 for the first scrape, 1 for the second
/// @param end its end, on the same scale, not before `begin`
/// @param nanos time between the scrapes
record WindowOverlap(double begin, double end, double nanos) {
  static final WindowOverlap NONE = new WindowOverlap(0, 0, 0);

  static WindowOverlap of(long beforeNanos, long nowNanos, TimeRange window) {
    double nanos = (double) nowNanos - beforeNanos;
    double begin = Math.max(0, (window.fromNanos() - beforeNanos) / nanos);
    double end = Math.min(1, (window.toNanos() - beforeNanos) / nanos);
    return nanos > 0 && begin < end ? new WindowOverlap(begin, end, nanos) : NONE;
  }

  /// Returns the share of the time between the scrapes that is in the window, 0 to 1.
  double share() {
    return end - begin;
  }

  double insideNanos() {
    return share() * nanos;
  }
}
