package dev.goodput.metrics.search;

/// The result of one segment of the search.
///
/// @param rate the requested arrivals per second
/// @param logLoad ln of the load that really came: arrivals per second, each weighed by its tokens
/// @param judged arrivals that were judged
/// @param good those of them that kept the SLO
/// @param lagP99Millis the p99 of the client's own lag
public record Segment(double rate, double logLoad, long judged, long good, double lagP99Millis) {
  /// How many times as much as those of a coin the counts of requests that overlap vary, at least
  /// (docs/explanation/statistics.md).
  public static final double MIN_DISPERSION = 20;

  /// Checks the counts.
  public Segment {
    if (!(rate > 0) || Double.isNaN(logLoad) || judged < 1 || good < 0 || good > judged) {
      throw new IllegalArgumentException(
          "a segment has a rate, a load and 0 to all of its arrivals good, found rate %s, ln load %s, %d of %d"
              .formatted(rate, logLoad, good, judged));
    }
  }

  /// Good ÷ judged.
  public double attainment() {
    return (double) good / judged;
  }

  /// The load that really came, arrivals per second.
  public double load() {
    return Math.exp(logLoad);
  }
}
