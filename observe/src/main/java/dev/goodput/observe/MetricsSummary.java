package dev.goodput.observe;

import dev.goodput.observe.Observation.Why;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// What the servers said of themselves in a window of the run.
///
/// @param signs every sign in the signs' order, those without a source too
/// @param sources the pages, in the order in which they were first looked at
public record MetricsSummary(Map<Sign, SignSummary> signs, List<Source> sources) {
  /// Copies both.
  public MetricsSummary {
    signs = Collections.unmodifiableMap(new EnumMap<>(signs));
    sources = List.copyOf(sources);
  }

  /// One page.
  ///
  /// @param address as it may be shown
  /// @param seen looks in the window that read it
  /// @param missed looks in the window that did not, by why
  /// @param lastMiss what the last miss in the window said; where the page was never seen, the last
  ///   one of all; empty where there is none
  /// @param restartedNanos the looks at which its server was seen to have begun anew in the window
  /// @param severalServers whether different servers answer in turn, so that nothing of the page
  ///   can be counted
  /// @param tells whether it was ever seen to tell anything of an engine or a GPU
  /// @param stoodStillNanos for how long its GPUs' values stood still, where that is too long for
  ///   figures of the window; else 0
  public record Source(
      String address,
      int seen,
      Map<Why, Integer> missed,
      String lastMiss,
      List<Long> restartedNanos,
      boolean severalServers,
      boolean tells,
      long stoodStillNanos) {
    /// Copies the misses.
    public Source {
      missed = Map.copyOf(missed);
      restartedNanos = List.copyOf(restartedNanos);
    }
  }
}
