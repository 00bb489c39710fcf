package dev.goodput.observe;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// What one page said of one sign.
///
/// @param source the metric that it was read from, as the name tables spell it
/// @param parts the value of each engine or GPU by what tells them apart, for example `tiny 0`; the
///   empty word where nothing does; never empty, values finite
public record Reading(String source, SortedMap<String, Double> parts) {
  /// Copies the parts.
  ///
  /// @throws IllegalArgumentException where there are none, or one is no finite number
  public Reading {
    parts = Collections.unmodifiableSortedMap(new TreeMap<>(parts));
    if (parts.isEmpty() || !parts.values().stream().allMatch(Double::isFinite)) {
      throw new IllegalArgumentException("a reading has parts with finite values: " + parts);
    }
  }
}
