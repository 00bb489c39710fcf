package dev.goodput.operate.alert;

import java.util.ArrayList;
import java.util.List;

/// A counter for `promtool test rules`, one sample a minute, built from increments.
///
/// Increments are whole numbers: a sum of fractions that comes out too high, followed by an exact
/// value, is a counter reset to Prometheus.
final class CounterSeries {
  private final List<String> runs = new ArrayList<>();
  private long value;

  /// Appends minutes with the same increment.
  CounterSeries add(long increment, long minutes) {
    if (minutes > 0) {
      long first = value + increment;
      runs.add(minutes == 1 ? "" + first : first + "+" + increment + "x" + (minutes - 1));
      value += increment * minutes;
    }
    return this;
  }

  /// Returns the samples in promtool's notation, starting with 0.
  String values() {
    return "0 " + String.join(" ", runs);
  }
}
