package dev.goodput.observe;

import dev.goodput.observe.LevelMetrics.Point;
import java.util.ArrayList;
import java.util.List;

/// A metric over time, in bounded memory: when there are too many points, neighbours are replaced
/// by their mean.
final class BoundedTrace {
  private static final int MOST = 600;

  private final List<Point> points = new ArrayList<>();
  private final List<Point> joining = new ArrayList<>();
  private int joined = 1;

  void add(long atNanos, double value) {
    joining.add(new Point(atNanos, value));
    if (joining.size() == joined) {
      points.add(mean(joining));
      joining.clear();
    }
    if (points.size() == MOST) {
      halve();
    }
  }

  private void halve() {
    List<Point> all = List.copyOf(points);
    points.clear();
    for (int i = 0; i < all.size(); i += 2) {
      points.add(mean(all.subList(i, i + 2)));
    }
    joined *= 2;
  }

  /// Averages the known values.
  private static Point mean(List<Point> several) {
    double value =
        several.stream()
            .mapToDouble(Point::value)
            .filter(Double::isFinite)
            .average()
            .orElse(Double.NaN);
    long first = several.getFirst().atNanos();
    return new Point(first + (several.getLast().atNanos() - first) / 2, value);
  }

  List<Point> points() {
    List<Point> all = new ArrayList<>(points);
    if (!joining.isEmpty()) {
      all.add(mean(joining));
    }
    return all;
  }
}
