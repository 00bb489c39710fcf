package dev.goodput.observe;

import java.util.Map;

/// One value of a page.
///
/// @param name as the page has it, buckets, sums and counts of histograms included
/// @param labels by name, escapes undone
/// @param value any double, NaN and infinities too
record Sample(String name, Map<String, String> labels, double value) {
  Sample {
    labels = Map.copyOf(labels);
  }

  /// A label's value, empty where it has none.
  String label(String key) {
    return labels.getOrDefault(key, "");
  }
}
