package dev.goodput.observe;

import java.util.SortedMap;

/// The summary of one engine metric over a window of the run.
public sealed interface EngineMetricSummary {

  /// A counter.
  ///
  /// @param source the metric that it was read from
  /// @param increase growth in the window, interpolated linearly between scrapes
  /// @param atLeast whether a server restarted in the window: the increase lacks what the server
  ///   counted between the last scrape and its end
  /// @param covered share of the window that is between two scrapes
  /// @param parts the increase of each engine or GPU
  record Counted(
      String source,
      double increase,
      boolean atLeast,
      double covered,
      SortedMap<String, Double> parts)
      implements EngineMetricSummary {}

  /// A gauge.
  ///
  /// @param source the metric that it was read from
  /// @param mean over the covered time, interpolated linearly between scrapes
  /// @param max over the scrapes within the window; never below the mean, which scrapes beyond the
  ///   window's edges contribute to
  /// @param covered share of the window that is between two scrapes without a miss between them
  /// @param parts the mean of each engine or GPU
  record Gauged(
      String source, double mean, double max, double covered, SortedMap<String, Double> parts)
      implements EngineMetricSummary {}

  /// A metric without a known value.
  ///
  /// @param why the reason, as the end of a sentence: `no page has a metric for it`
  record NotObservable(String why) implements EngineMetricSummary {}
}
