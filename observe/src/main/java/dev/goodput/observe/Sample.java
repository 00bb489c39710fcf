package dev.goodput.observe;

import java.util.Map;

/// One sample of a page.
///
/// @param name as spelled on the page, including those of buckets, sums and counts of histograms
/// @param labels by name, unescaped
/// @param value any double, including NaN and infinities
public record Sample(String name, Map<String, String> labels, double value) {
  /// Copies the labels.
  public Sample {
    labels = Map.copyOf(labels);
  }

  /// Returns a label's value, or an empty string without one.
  public String label(String key) {
    return labels.getOrDefault(key, "");
  }
}
