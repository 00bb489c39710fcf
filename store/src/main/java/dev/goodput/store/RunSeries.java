package dev.goodput.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The runs of one load on one server, oldest first, with their metrics.
///
/// @param workload name of the workload, null if unknown
/// @param model name of the model, null if unknown
/// @param url URL of the server, null if unknown
/// @param load the load in words
/// @param runs the runs
public record RunSeries(
    @Nullable String workload,
    @Nullable String model,
    @Nullable String url,
    String load,
    List<Run> runs) {
  /// Copies the runs.
  public RunSeries {
    runs = List.copyOf(runs);
  }

  /// One run.
  ///
  /// @param name name of its directory
  /// @param started start, `2026-11-27 06:36:14` in UTC, null if unknown
  /// @param values one per metric, in the order requested; null if the run does not have it
  public record Run(String name, @Nullable String started, List<@Nullable Double> values) {}
}
