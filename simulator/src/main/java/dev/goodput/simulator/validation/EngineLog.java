package dev.goodput.simulator.validation;

import dev.goodput.simulator.engine.EngineRequest;
import java.util.List;

/// What a real engine was asked, and when it answered.
///
/// @param name of the log, its prefix without folders
/// @param setup of the engine
/// @param entries in the order in which they were asked
public record EngineLog(String name, EngineSetup setup, List<Entry> entries) {

  /// Freezes the list.
  public EngineLog {
    entries = List.copyOf(entries);
  }

  /// One request. Times are ns since the first request was queued.
  ///
  /// @param request its lengths and prefix blocks
  /// @param queuedNanos when the scheduler first saw it
  /// @param firstTokenNanos when its first token came out
  /// @param lastTokenNanos when its last token came out
  record Entry(
      EngineRequest request, long queuedNanos, long firstTokenNanos, long lastTokenNanos) {}

  /// What really happened.
  LatencyStatistics measured() {
    LatencySample sample = new LatencySample();
    for (Entry entry : entries) {
      sample.add(
          entry.queuedNanos(),
          entry.firstTokenNanos(),
          entry.lastTokenNanos(),
          entry.request().outputTokens());
    }
    return sample.statistics();
  }
}
