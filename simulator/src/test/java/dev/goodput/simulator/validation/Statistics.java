package dev.goodput.simulator.validation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/// Mean, p50, p90, p95, p99 of TTFT, TPOT and E2EL: fifteen numbers, in ns.
record Statistics(List<Double> values) {
  private static final double[] PERCENTILES = {50, 90, 95, 99};

  /// Root mean square of the relative errors against the truth, in percent.
  double errorPercent(Statistics truth) {
    double sum = 0;
    for (int i = 0; i < values.size(); i++) {
      double relative = values.get(i) / truth.values.get(i) - 1;
      sum += relative * relative;
    }
    return 100 * Math.sqrt(sum / values.size());
  }

  String errors(Statistics truth) {
    List<String> errors = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      errors.add("%+.2f".formatted(100 * (values.get(i) / truth.values.get(i) - 1)));
    }
    return errors.stream().collect(Collectors.joining(" "));
  }

  static final class Builder {
    private final List<Double> ttft = new ArrayList<>();
    private final List<Double> tpot = new ArrayList<>();
    private final List<Double> latency = new ArrayList<>();

    void add(long start, long first, long last, int tokens) {
      ttft.add((double) (first - start));
      latency.add((double) (last - start));
      if (tokens > 1) {
        tpot.add((double) (last - first) / (tokens - 1));
      }
    }

    Statistics build() {
      List<Double> values = new ArrayList<>();
      for (List<Double> sample : List.of(ttft, tpot, latency)) {
        Collections.sort(sample);
        values.add(sample.stream().mapToDouble(Double::doubleValue).average().orElseThrow());
        for (double percentile : PERCENTILES) {
          values.add(percentile(sample, percentile));
        }
      }
      return new Statistics(values);
    }

    /// Linear between closest ranks.
    private static double percentile(List<Double> sorted, double percentile) {
      double at = (sorted.size() - 1) * percentile / 100;
      int below = (int) at;
      int above = Math.min(below + 1, sorted.size() - 1);
      return sorted.get(below) + (sorted.get(above) - sorted.get(below)) * (at - below);
    }
  }
}
