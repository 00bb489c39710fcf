package dev.goodput.metrics.saturation;

import java.util.ArrayList;
import java.util.List;

/// What a server answers when everything comes at once: the upper bound of its rate, answers per
/// second between a quarter and seven tenths of the way (STATISTICS.md §4). Ramps overstate it by
/// 5–8 %.
public final class FloodRate {
  private static final double FROM = .25;
  private static final double UNTIL = .7;

  private final List<Long> ends = new ArrayList<>();

  /// Nothing was answered yet.
  public FloodRate() {}

  /// An answer is over.
  ///
  /// @param nanos when
  public void answered(long nanos) {
    ends.add(nanos);
  }

  /// How many were answered.
  long answered() {
    return ends.size();
  }

  /// Answers per second; NaN of too few.
  public double perSecond() {
    List<Long> sorted = ends.stream().sorted().toList();
    int from = (int) (FROM * sorted.size());
    int until = (int) (UNTIL * sorted.size());
    if (until <= from) {
      return Double.NaN;
    }
    double seconds = (sorted.get(until) - sorted.get(from)) / 1e9;
    return seconds > 0 ? (until - from) / seconds : Double.NaN;
  }
}
