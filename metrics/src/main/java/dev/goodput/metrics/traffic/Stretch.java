package dev.goodput.metrics.traffic;

import java.util.List;

/// Seconds of the trend taken together.
///
/// @param seconds how many
/// @param outputTps output tokens per second
/// @param inFlight requests in flight on average
/// @param awaiting those without a token on average
/// @param ended requests that ended
record Stretch(int seconds, double outputTps, double inFlight, double awaiting, long ended) {
  static Stretch of(List<TrendPoint> points) {
    return new Stretch(
        points.size(),
        points.stream().mapToDouble(TrendPoint::outputTokens).average().orElse(0),
        points.stream().mapToDouble(TrendPoint::inFlight).average().orElse(0),
        points.stream().mapToDouble(TrendPoint::awaiting).average().orElse(0),
        points.stream().mapToLong(point -> point.ok() + point.failed() + point.cancelled()).sum());
  }
}
