package dev.goodput.observe;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// The values of one engine metric on one page.
///
/// @param source the metric that it was read from, as spelled in the name tables
/// @param parts the value of each engine or GPU by its labels, for example `tiny 0`; the key is
///   empty if there are no labels. Never empty, values finite
public record MetricReading(String source, SortedMap<String, Double> parts) {
  /// Copies the parts.
  ///
  /// @throws IllegalArgumentException if there are none, or one is not finite
  public MetricReading {
    parts = Collections.unmodifiableSortedMap(new TreeMap<>(parts));
    if (parts.isEmpty() || !parts.values().stream().allMatch(Double::isFinite)) {
      throw new IllegalArgumentException("a reading has parts with finite values: " + parts);
    }
  }
}
