package dev.goodput.lab.validation;

import dev.goodput.metrics.interval.Moments;
import dev.goodput.metrics.interval.QuantileInterval;
import dev.goodput.metrics.interval.RunSample;
import java.util.Arrays;
import java.util.List;

/// Many runs at one load beside one that is long enough to be the truth, by one percentile.
///
/// @param quantity by which
/// @param truth its value over the long run
/// @param runs each run's values, milliseconds
/// @param concurrency mean requests in flight
record LoadPoint(Quantity quantity, double truth, List<double[]> runs, double concurrency) {
  private static final double CONFIDENCE = .95;
  private static final double NORMAL = 1.959963984540054;

  static LoadPoint of(Quantity quantity, VirtualRun truth, List<VirtualRun> runs) {
    return new LoadPoint(
        quantity,
        quantity.truth(truth),
        runs.stream().map(quantity::values).toList(),
        truth.concurrency());
  }

  /// How often the interval between so many runs holds the truth, over runs taken in turn.
  double pooledCovers(int together) {
    int held = 0;
    int groups = runs.size() / together;
    for (int i = 0; i < groups; i++) {
      List<RunSample> group =
          runs.subList(i * together, (i + 1) * together).stream()
              .map(values -> RunSample.of(values, concurrency))
              .toList();
      held += QuantileInterval.of(group, quantity.share, CONFIDENCE).holds(truth) ? 1 : 0;
    }
    return (double) held / groups;
  }

  /// How often the interval by the order of one run's values holds it: from rank `np − z·√(np(1 −
  /// p))` to `np + z·√(np(1 − p))`, as if requests were independent.
  double orderedCovers() {
    int held = 0;
    for (double[] values : runs) {
      double[] sorted = values.clone();
      Arrays.sort(sorted);
      double rank = quantity.share * sorted.length;
      double reach = NORMAL * Math.sqrt(rank * (1 - quantity.share));
      int low = Math.clamp((int) Math.floor(rank - reach), 0, sorted.length - 1);
      int high = Math.clamp((int) Math.ceil(rank + reach), 0, sorted.length - 1);
      held += sorted[low] <= truth && truth <= sorted[high] ? 1 : 0;
    }
    return (double) held / runs.size();
  }

  /// How many requests are worth one independent one: the variance between runs of the share at or
  /// below the truth, beside what independent requests would give.
  double designEffect() {
    double[] shares =
        runs.stream()
            .mapToDouble(values ->
                (double) Arrays.stream(values).filter(value -> value <= truth).count()
                    / values.length)
            .toArray();
    double deviation = Moments.of(shares).deviation();
    double requests = runs.stream().mapToInt(values -> values.length).average().orElse(0);
    return deviation * deviation * requests / (quantity.share * (1 - quantity.share));
  }
}
