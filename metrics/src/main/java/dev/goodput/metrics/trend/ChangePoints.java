package dev.goodput.metrics.trend;

import dev.goodput.metrics.comparison.Holm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A detector of change points in series of a metric, one value per run.
///
/// Each series is split where a step, or a temporary shift, explains it best, if [StepTest] rejects
/// noise. The parts are split again. A change point stays if the medians on its two sides differ by
/// at least δ. Every part has at least ten runs. The p-values of several series, such as those of
/// several metrics of the same runs, are corrected by Holm's method.
///
/// @param delta smallest change that counts, relative; for shares the difference
public record ChangePoints(double delta) {
  /// Smallest number of runs on each side of a change point.
  public static final int MIN_RUNS = 10;

  /// Most runs of a series; callers pass the newest ones.
  public static final int MAX_RUNS = 300;

  /// The default of δ.
  public static final double DEFAULT_DELTA = .02;

  /// Largest corrected p-value of a change point. The test is liberal for short series whose runs
  /// depend on each other: of pure noise with an autocorrelation of up to 0.5 below 5 % of the
  /// series are marked, with 0.8 more.
  public static final double LEVEL = .03;

  /// A series of one metric.
  ///
  /// @param values one per run, oldest first
  /// @param share whether the metric is a share, so that its difference counts instead of its ratio
  public record Series(List<Double> values, boolean share) {
    /// Copies the values.
    public Series {
      values = List.copyOf(values);
    }

    double[] part(int from, int to) {
      return values.subList(from, to).stream().mapToDouble(value -> value).toArray();
    }

    double median(int from, int to) {
      double[] sorted = part(from, to);
      Arrays.sort(sorted);
      int middle = sorted.length / 2;
      return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    double effect(double before, double after) {
      if (before == after) {
        return 0;
      }
      return share ? after - before : (after - before) / Math.abs(before);
    }
  }

  /// Returns the change points of each series, oldest first.
  ///
  /// @throws IllegalArgumentException if a series is longer than [#MAX_RUNS]
  public List<List<ChangePoint>> find(List<Series> all) {
    List<StepTest> whole = all.stream().map(series -> test(series, 0, length(series))).toList();
    double[] corrected = Holm.corrected(whole.stream().mapToDouble(StepTest::p).toArray());
    List<List<ChangePoint>> found = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      Map<Integer, Double> cuts = new TreeMap<>();
      split(all.get(i), 0, length(all.get(i)), whole.get(i), corrected[i], all.size(), cuts);
      found.add(filtered(all.get(i), cuts));
    }
    return found;
  }

  private static int length(Series series) {
    if (series.values.size() > MAX_RUNS) {
      throw new IllegalArgumentException("more than " + MAX_RUNS + " runs");
    }
    return series.values.size();
  }

  private static StepTest test(Series series, int from, int to) {
    return StepTest.of(series.part(from, to), MIN_RUNS);
  }

  /// @param p the corrected p-value of the test
  /// @param times number of tests for which deeper p-values are corrected
  private static void split(
      Series series,
      int from,
      int to,
      StepTest test,
      double p,
      int times,
      Map<Integer, Double> cuts) {
    if (p > LEVEL) {
      return;
    }
    List<Integer> edges = new ArrayList<>(List.of(from));
    test.cuts().forEach(cut -> edges.add(from + cut));
    edges.add(to);
    for (int i = 0; i + 1 < edges.size(); i++) {
      if (i > 0) {
        cuts.put(edges.get(i), p);
      }
      StepTest part = test(series, edges.get(i), edges.get(i + 1));
      split(series, edges.get(i), edges.get(i + 1), part, part.p() * times, times, cuts);
    }
  }

  /// Removes the change point with the smallest effect until all effects are large enough.
  private List<ChangePoint> filtered(Series series, Map<Integer, Double> cuts) {
    while (true) {
      List<ChangePoint> points = points(series, cuts);
      ChangePoint least =
          points.stream()
              .filter(point -> Math.abs(point.effect()) < delta)
              .min(Comparator.comparingDouble(point -> Math.abs(point.effect())))
              .orElse(null);
      if (least == null) {
        return points;
      }
      cuts.remove(least.index());
    }
  }

  private static List<ChangePoint> points(Series series, Map<Integer, Double> cuts) {
    List<Integer> edges = new ArrayList<>(cuts.keySet());
    edges.addFirst(0);
    edges.addLast(series.values.size());
    List<ChangePoint> points = new ArrayList<>();
    for (int i = 1; i + 1 < edges.size(); i++) {
      double before = series.median(edges.get(i - 1), edges.get(i));
      double after = series.median(edges.get(i), edges.get(i + 1));
      double p = cuts.getOrDefault(edges.get(i), 1.0);
      points.add(new ChangePoint(edges.get(i), before, after, series.effect(before, after), p));
    }
    return points;
  }
}
