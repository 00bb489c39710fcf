package dev.goodput.metrics.saturation;

import java.util.ArrayList;
import java.util.List;

/// The rate at which a server completes requests that all arrive at once, an upper bound:
/// completions per second between a quarter and seven tenths of all. Ramps overstate it by 5–8 %.
public final class FloodRate {
  private static final double FROM = .25;
  private static final double UNTIL = .7;

  private final List<Long> ends = new ArrayList<>();

  /// Creates a rate without completions.
  public FloodRate() {}

  /// Adds a completion.
  ///
  /// @param nanos time of the completion
  public void answered(long nanos) {
    ends.add(nanos);
  }

  /// Returns the number of completions.
  long answered() {
    return ends.size();
  }

  /// Returns completions per second; NaN if there are too few.
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
