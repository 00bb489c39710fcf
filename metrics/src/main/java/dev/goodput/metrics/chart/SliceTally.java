package dev.goodput.metrics.chart;

/// A collector of one slice of time.
final class SliceTally {
  long intended;
  long due;
  long ended;
  long failed;
  double outputTokens;
  double inFlightNanos;
  long judged;
  long good;

  LevelChartData.Slice build(long sliceNanos, boolean judging) {
    return new LevelChartData.Slice(
        intended,
        due,
        ended,
        failed,
        outputTokens,
        inFlightNanos / sliceNanos,
        judged,
        judging ? good : -1);
  }
}
