package dev.goodput.store.trend;

import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.trend.ChangePoint;
import dev.goodput.metrics.trend.ChangePoints;
import dev.goodput.store.RunSeries;
import java.util.ArrayList;
import java.util.List;

/// The metrics of one series of runs, with their change points.
///
/// @param series the runs
/// @param metrics the metrics
public record MetricTrends(RunSeries series, List<Metric> metrics) {

  /// Finds the change points in the newest runs of a series.
  ///
  /// @param delta smallest change that counts
  public static MetricTrends of(RunSeries series, List<ComparedMetric> chosen, double delta) {
    List<List<Value>> values = new ArrayList<>();
    List<ChangePoints.Series> tested = new ArrayList<>();
    for (int i = 0; i < chosen.size(); i++) {
      List<Value> found = newest(values(series, i));
      values.add(found);
      tested.add(
          new ChangePoints.Series(
              found.stream().map(Value::value).toList(), chosen.get(i).isShare()));
    }
    List<List<ChangePoint>> points = new ChangePoints(delta).find(tested);
    List<Metric> metrics = new ArrayList<>();
    for (int i = 0; i < chosen.size(); i++) {
      metrics.add(new Metric(chosen.get(i), values.get(i), points.get(i)));
    }
    return new MetricTrends(series, metrics);
  }

  private static List<Value> values(RunSeries series, int metric) {
    List<Value> values = new ArrayList<>();
    for (RunSeries.Run run : series.runs()) {
      Double value = run.values().get(metric);
      if (value != null) {
        values.add(new Value(run, value));
      }
    }
    return values;
  }

  private static List<Value> newest(List<Value> values) {
    return values.subList(Math.max(0, values.size() - ChangePoints.MAX_RUNS), values.size());
  }

  /// A metric over the runs that have it.
  ///
  /// @param values the newest runs, oldest first
  /// @param points the change points, by index of `values`
  record Metric(ComparedMetric metric, List<Value> values, List<ChangePoint> points) {
    boolean isTested() {
      return values.size() >= 2 * ChangePoints.MIN_RUNS;
    }
  }

  /// The metric of one run.
  record Value(RunSeries.Run run, double value) {}
}
