package dev.goodput.validation.statistics;

import dev.goodput.metrics.interval.Moments;
import dev.goodput.metrics.interval.QuantileInterval;
import dev.goodput.metrics.interval.RunSample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Many runs at one load and one run that is long enough to be the truth, by one percentile.
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

  /// How often the interval between so many runs holds the truth, over runs taken in turn; one that
  /// is open at the top holds whatever is above its lower end.
  double pooledCovers(int together) {
    List<QuantileInterval> all = intervals(together);
    return (double) all.stream().filter(each -> each.holds(truth)).count() / all.size();
  }

  /// How often it is open at the top.
  double open(int together) {
    List<QuantileInterval> all = intervals(together);
    return (double) all.stream().filter(each -> Double.isInfinite(each.high())).count()
        / all.size();
  }

  /// The median of its width by its value; an open one is wider than any.
  double width(int together) {
    double[] widths =
        intervals(together).stream()
            .mapToDouble(each -> (each.high() - each.low()) / each.value())
            .sorted()
            .toArray();
    return widths[widths.length / 2];
  }

  private List<QuantileInterval> intervals(int together) {
    List<QuantileInterval> all = new ArrayList<>();
    for (int i = 0; i < runs.size() / together; i++) {
      List<RunSample> group =
          runs.subList(i * together, (i + 1) * together).stream()
              .map(values -> RunSample.of(values, concurrency))
              .toList();
      all.add(QuantileInterval.of(group, quantity.share, CONFIDENCE));
    }
    return all;
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

  /// Returns how many requests are worth one independent request: the variance between runs of the
  /// share at or below the truth, divided by that of independent requests.
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
