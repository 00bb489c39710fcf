package dev.goodput.observe;

import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.Scrape.FailureReason;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// What the servers reported about themselves in a window of the run.
///
/// @param signs every engine metric in the order of [EngineMetric], including those without a
///   source
/// @param sources the pages, in the order of their first scrapes
public record MetricsSummary(Map<EngineMetric, EngineMetricSummary> signs, List<Source> sources) {
  /// Copies both.
  public MetricsSummary {
    signs = Collections.unmodifiableMap(new EnumMap<>(signs));
    sources = List.copyOf(sources);
  }

  /// One metrics page.
  ///
  /// @param address its address without secrets
  /// @param seen successful scrapes in the window
  /// @param missed failed scrapes in the window, by reason
  /// @param lastMiss message of the last failed scrape in the window, or of the whole run if no
  ///   scrape ever succeeded; empty if there is none
  /// @param restartedNanos times of the scrapes in the window that detected a restart of the server
  /// @param severalServers whether different servers answer in turn, so that nothing on the page
  ///   can be counted
  /// @param hasMetrics whether it ever had a metric of an engine or a GPU
  /// @param stoodStillNanos how long its GPUs' values did not change, if that is too long for
  ///   figures of the window; else 0
  public record Source(
      String address,
      int seen,
      Map<FailureReason, Integer> missed,
      String lastMiss,
      List<Long> restartedNanos,
      boolean severalServers,
      boolean hasMetrics,
      long stoodStillNanos) {
    /// Copies the misses.
    public Source {
      missed = Map.copyOf(missed);
      restartedNanos = List.copyOf(restartedNanos);
    }
  }
}
