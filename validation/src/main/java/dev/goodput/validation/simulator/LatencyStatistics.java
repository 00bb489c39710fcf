package dev.goodput.validation.simulator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// The statistics by which a log is compared: mean, p50, p90, p95, p99 of TTFT, TPOT and E2EL, in
/// milliseconds. Percentiles are interpolated linearly between the closest ranks, as in the tables
/// published with the logs; everywhere else Goodput's are nearest-rank.
///
/// @param values fifteen, or ten where no answer has two tokens
record LatencyStatistics(List<Named> values) {
  private static final double[] PERCENTILES = {50, 90, 95, 99};

  /// Freezes the list.
  LatencyStatistics {
    values = List.copyOf(values);
  }

  /// One statistic.
  ///
  /// @param name the metric and the statistic, as `ttft_p50`
  /// @param millis its value
  record Named(String name, double millis) {
    boolean isZero() {
      return millis == 0;
    }
  }

  /// Collects the latencies of one replay or log.
  static final class Sample {
    private final List<Double> ttft = new ArrayList<>();
    private final List<Double> tpot = new ArrayList<>();
    private final List<Double> e2el = new ArrayList<>();

    /// One request, its moments in ns; an answer of one token has no TPOT.
    void add(long queued, long first, long last, int tokens) {
      ttft.add((first - queued) / 1e6);
      e2el.add((last - queued) / 1e6);
      if (tokens > 1) {
        tpot.add((last - first) / 1e6 / (tokens - 1));
      }
    }

    LatencyStatistics statistics() {
      return LatencyStatistics.of(ttft, tpot, e2el);
    }
  }

  private static LatencyStatistics of(List<Double> ttft, List<Double> tpot, List<Double> e2el) {
    List<Named> values = new ArrayList<>();
    add("ttft", ttft, values);
    add("tpot", tpot, values);
    add("e2el", e2el, values);
    return new LatencyStatistics(values);
  }

  /// Returns each statistic with the measured value of the same requests; a measured 0 has no
  /// relative error and is excluded.
  List<LatencyError> against(LatencyStatistics measured) {
    List<LatencyError> errors = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      Named real = measured.values.get(i);
      if (!real.isZero()) {
        errors.add(new LatencyError(real.name(), real.millis(), values.get(i).millis()));
      }
    }
    return errors;
  }

  /// Root mean square of the relative errors.
  double rmsRelativeError(LatencyStatistics measured) {
    return LatencyError.rms(against(measured));
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
