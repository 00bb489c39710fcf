package dev.goodput.metrics.traffic;

import java.util.List;
import java.util.Objects;

/// Several seconds of the trend combined.
///
/// The in-flight count and the output belong to the same requests, those that ended. By Little's
/// law, their time in flight ÷ the seconds is their concurrency, and their tokens ÷ the seconds is
/// the output at that concurrency. The current in-flight count cannot be compared with the current
/// tokens, because those requests deliver their tokens later: under rising load it would look as if
/// more requests brought no more output.
///
/// @param inFlight mean number of requests in flight
/// @param outputTps their output tokens per second
/// @param awaiting mean sampled number of requests without a token
/// @param ended requests that ended
record TrendAverage(double inFlight, double outputTps, double awaiting, long ended) {
  static TrendAverage of(List<TrendPoint> points) {
    return new TrendAverage(
        points.stream().mapToDouble(TrendPoint::residenceSeconds).average().orElse(0),
        points.stream().mapToDouble(TrendPoint::endedTokens).average().orElse(0),
        points.stream().mapToDouble(TrendPoint::awaiting).average().orElse(0),
        points.stream().mapToLong(point -> point.ok() + point.failed() + point.cancelled()).sum());
  }

  /// Returns output tokens per second by arrival time, over the seconds for which that is known.
  static double arrivedTps(List<TrendPoint> points) {
    return points.stream()
        .map(point -> point.perSecond(point.output()))
        .filter(Objects::nonNull)
        .mapToDouble(Double::doubleValue)
        .average()
        .orElse(0);
  }
}
