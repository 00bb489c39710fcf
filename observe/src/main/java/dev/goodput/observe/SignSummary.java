package dev.goodput.observe;

import java.util.SortedMap;

/// What one sign came to in a window of the run.
public sealed interface SignSummary {

  /// A sign that only grows.
  ///
  /// @param source the metric that it was read from
  /// @param increase by how much it grew in the window; between two looks as if evenly
  /// @param atLeast whether a server began anew in the window: what it counted between the last
  ///   look and its end is not in the increase
  /// @param covered share of the window that lies between two looks
  /// @param parts the increase of each engine or GPU
  record Counted(
      String source,
      double increase,
      boolean atLeast,
      double covered,
      SortedMap<String, Double> parts)
      implements SignSummary {}

  /// A sign that moves up and down.
  ///
  /// @param source the metric that it was read from
  /// @param mean over the time covered; between two looks as if it moved evenly
  /// @param max of the looks within the window; never below the mean, which looks beyond the
  ///   window's edges have a part in
  /// @param covered share of the window that lies between two looks without a miss between them
  /// @param parts the mean of each engine or GPU
  record Gauged(
      String source, double mean, double max, double covered, SortedMap<String, Double> parts)
      implements SignSummary {}

  /// A sign that nothing is known of.
  ///
  /// @param why a sentence's rest: `no page has a metric for it`
  record NotObservable(String why) implements SignSummary {}
}
