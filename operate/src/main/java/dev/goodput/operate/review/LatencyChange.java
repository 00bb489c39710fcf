package dev.goodput.operate.review;

import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.trend.ChangePoint;
import dev.goodput.metrics.trend.ChangePoints;
import dev.goodput.telemetry.Rollup;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// A lasting change of a latency of an SLO class.
///
/// @param sloClass the class
/// @param metric the latency
/// @param percent the percentile
/// @param at the start of the first step after the change
/// @param before median of the steps before, in nanoseconds
/// @param after median of the steps after, in nanoseconds
/// @param effect relative change, without the daily pattern
record LatencyChange(
    String sloClass,
    LatencyMetric metric,
    int percent,
    Instant at,
    double before,
    double after,
    double effect) {
  /// Smallest relative change that counts.
  public static final double MIN = 0.1;

  private static final int MIN_REQUESTS = 30;
  private static final int MIN_DAYS = 3;
  private static final List<LatencyMetric> METRICS =
      List.of(LatencyMetric.TTFT, LatencyMetric.TPOT);
  private static final int[] PERCENTS = {50, 95};

  /// One percentile of a latency by step.
  private record Series(
      LatencyMetric metric, int percent, List<Integer> steps, List<Double> values) {}

  /// Returns the changes of a class, oldest first. A step's value is divided by the median of the
  /// same time of day, so that a daily pattern is no change; without three days there is no pattern
  /// to compare with, and nothing is found.
  static List<LatencyChange> of(String sloClass, ReviewPeriod period, LogTally tally) {
    SortedMap<Integer, Rollup> steps = new TreeMap<>(tally.before().steps(sloClass));
    tally
        .now()
        .steps(sloClass)
        .forEach((step, sums) -> steps.merge(step, sums, LatencyChange::together));
    int perDay = (int) (24 / period.step().toHours());
    List<Series> all = new ArrayList<>();
    List<ChangePoints.Series> tested = new ArrayList<>();
    for (LatencyMetric metric : METRICS) {
      for (int percent : PERCENTS) {
        Series series = series(steps, metric, percent);
        all.add(series);
        tested.add(new ChangePoints.Series(withoutPattern(series, perDay), false));
      }
    }
    List<LatencyChange> changes = new ArrayList<>();
    List<List<ChangePoint>> points = new ChangePoints(MIN).find(tested);
    for (int i = 0; i < all.size(); i++) {
      add(sloClass, period, all.get(i), points.get(i), changes);
    }
    return changes;
  }

  private static Rollup together(Rollup one, Rollup other) {
    Rollup both = one.copy();
    both.addAll(other);
    return both;
  }

  private static Series series(
      SortedMap<Integer, Rollup> steps, LatencyMetric metric, int percent) {
    List<Integer> kept = new ArrayList<>();
    List<Long> found = new ArrayList<>();
    steps.forEach((step, sums) -> {
      if (sums.histogram(metric).count() >= MIN_REQUESTS) {
        kept.add(step);
        found.add(sums.histogram(metric).percentile(percent));
      }
    });
    int from = Math.max(0, kept.size() - ChangePoints.MAX_RUNS);
    List<Integer> newest = kept.subList(from, kept.size());
    List<Double> values =
        found.subList(from, found.size()).stream().map(Long::doubleValue).toList();
    return new Series(metric, percent, newest, values);
  }

  private static List<Double> withoutPattern(Series series, int perDay) {
    Map<Integer, List<Double>> byTime = new HashMap<>();
    for (int i = 0; i < series.values.size(); i++) {
      byTime
          .computeIfAbsent(series.steps.get(i) % perDay, any -> new ArrayList<>())
          .add(series.values.get(i));
    }
    List<Double> without = new ArrayList<>();
    for (int i = 0; i < series.values.size(); i++) {
      List<Double> same = byTime.getOrDefault(series.steps.get(i) % perDay, List.of());
      if (same.size() < MIN_DAYS) {
        return List.of();
      }
      without.add(series.values.get(i) / median(same));
    }
    return without;
  }

  private static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(value -> value).sorted().toArray();
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }

  private static void add(
      String sloClass,
      ReviewPeriod period,
      Series series,
      List<ChangePoint> points,
      List<LatencyChange> into) {
    for (int i = 0; i < points.size(); i++) {
      int from = i == 0 ? 0 : points.get(i - 1).index();
      int at = points.get(i).index();
      int to = i + 1 == points.size() ? series.values.size() : points.get(i + 1).index();
      Instant when = period.before().from().plus(period.step().multipliedBy(series.steps.get(at)));
      into.add(
          new LatencyChange(
              sloClass,
              series.metric,
              series.percent,
              when,
              median(series.values.subList(from, at)),
              median(series.values.subList(at, to)),
              points.get(i).effect()));
    }
  }
}
