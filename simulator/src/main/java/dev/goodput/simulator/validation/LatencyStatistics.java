package dev.goodput.simulator.validation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// The statistics by which a log is compared: mean, p50, p90, p95, p99 of TTFT, TPOT and E2EL, in
/// milliseconds. Percentiles lie linearly between the closest ranks, as in the tables that were
/// published beside the logs; everywhere else Goodput's are nearest-rank.
///
/// @param values fifteen, or ten where no answer has two tokens
public record LatencyStatistics(List<Named> values) {
  private static final double[] PERCENTILES = {50, 90, 95, 99};

  /// Freezes the list.
  public LatencyStatistics {
    values = List.copyOf(values);
  }

  /// One statistic.
  ///
  /// @param name the metric and the statistic, as `ttft_p50`
  /// @param millis its value
  public record Named(String name, double millis) {}

  static LatencyStatistics of(List<Double> ttft, List<Double> tpot, List<Double> e2el) {
    List<Named> values = new ArrayList<>();
    add("ttft", ttft, values);
    add("tpot", tpot, values);
    add("e2el", e2el, values);
    return new LatencyStatistics(values);
  }

  /// Error of each statistic against what was measured, relative: 0.01 is one percent too much.
  public List<Double> relativeErrors(LatencyStatistics measured) {
    List<Double> errors = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      errors.add(values.get(i).millis() / measured.values.get(i).millis() - 1);
    }
    return errors;
  }

  /// Root mean square of the relative errors.
  public double rmsRelativeError(LatencyStatistics measured) {
    return Math.sqrt(
        relativeErrors(measured).stream().mapToDouble(e -> e * e).average().orElseThrow());
  }

  private static void add(String metric, List<Double> sample, List<Named> into) {
    if (sample.isEmpty()) {
      return;
    }
    List<Double> sorted = new ArrayList<>(sample);
    Collections.sort(sorted);
    double mean = sorted.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    into.add(new Named(metric + "_mean", mean));
    for (double percentile : PERCENTILES) {
      into.add(new Named(metric + "_p" + (int) percentile, percentile(sorted, percentile)));
    }
  }

  private static double percentile(List<Double> sorted, double percentile) {
    double at = (sorted.size() - 1) * percentile / 100;
    int below = (int) at;
    int above = Math.min(below + 1, sorted.size() - 1);
    return sorted.get(below) + (sorted.get(above) - sorted.get(below)) * (at - below);
  }
}
