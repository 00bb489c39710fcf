package dev.goodput.metrics.traffic;

import java.util.List;
import java.util.Objects;

/// Seconds of the trend taken together.
///
/// In flight and output are of the same requests, those that ended: by Little's law the time that
/// they were in flight ÷ the seconds is how many were so, and their tokens ÷ the seconds is what
/// these brought. What is in flight at this moment brings its tokens later, and cannot be held
/// against those that come now: where load rises it would look as if more brought no more.
///
/// @param inFlight requests in flight on average
/// @param outputTps output tokens per second that they brought
/// @param awaiting those without a token on average, as they were looked at
/// @param ended requests that ended
record Stretch(double inFlight, double outputTps, double awaiting, long ended) {
  static Stretch of(List<TrendPoint> points) {
    return new Stretch(
        points.stream().mapToDouble(TrendPoint::residenceSeconds).average().orElse(0),
        points.stream().mapToDouble(TrendPoint::endedTokens).average().orElse(0),
        points.stream().mapToDouble(TrendPoint::awaiting).average().orElse(0),
        points.stream().mapToLong(point -> point.ok() + point.failed() + point.cancelled()).sum());
  }

  /// Output tokens per second by the moments at which they came, of the seconds of which that is
  /// known.
  static double cameTps(List<TrendPoint> points) {
    return points.stream()
        .map(point -> point.perSecond(point.output()))
        .filter(Objects::nonNull)
        .mapToDouble(Double::doubleValue)
        .average()
        .orElse(0);
  }
}
