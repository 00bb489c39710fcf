package dev.goodput.observe;

import java.util.List;

/// One row of the name tables: where a sign can be read from.
///
/// @param sign what is read
/// @param names metrics that add up to it; a colon may be an underscore on the page, and `_total`
///   may follow
/// @param needed how many of them, from the first, must be there; the others count as 0
/// @param scale from the page's unit to the sign's
/// @param series what several series of one part come to
/// @param parts labels that tell engines or GPUs apart
record MetricSource(
    Sign sign, List<String> names, int needed, double scale, Series series, List<String> parts) {
  /// What several series of one part come to.
  enum Series {
    /// They are shares of it: one by one reason, for example.
    SUM,
    /// They say the same, once per rank of a parallel engine.
    MAX
  }

  MetricSource {
    names = List.copyOf(names);
    parts = List.copyOf(parts);
  }

  /// What is shown as the source.
  String shown() {
    return String.join(" + ", names);
  }
}
