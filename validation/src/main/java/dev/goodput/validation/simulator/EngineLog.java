package dev.goodput.validation.simulator;

import dev.goodput.simulator.engine.EngineRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The requests that a real engine received, and when it responded.
///
/// @param name name of the log, its prefix without folders
/// @param setup the engine's setup
/// @param entries the requests, in order of arrival
/// @param excluded requests in its files that were not answered, and are not among the entries
/// @param knowsPrefixes whether prefix blocks of its requests are known
public record EngineLog(
    String name, EngineSetup setup, List<Entry> entries, int excluded, boolean knowsPrefixes) {

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
  record Entry(EngineRequest request, long queuedNanos, long firstTokenNanos, long lastTokenNanos) {

    /// The same, its times counted from that moment of its clock on.
    Entry since(long nanos) {
      return new Entry(
          request, queuedNanos - nanos, firstTokenNanos - nanos, lastTokenNanos - nanos);
    }
  }

  /// Returns the assumptions and gaps behind its figures, one sentence each.
  List<String> notes() {
    List<String> notes = new ArrayList<>(setup.notes());
    if (!knowsPrefixes && setup.profile().limits().prefixCaching()) {
      notes.add(
          "no prefix blocks of its requests are known (--workload FILE): no request finds another's"
              + " prefix in the simulated cache");
    }
    if (excluded > 0) {
      notes.add(
          "excluded: %,d of %,d requests, without a first or last token or without output"
              .formatted(excluded, excluded + entries.size()));
    }
    String zeros =
        measured().values().stream()
            .filter(LatencyStatistics.Named::isZero)
            .map(LatencyStatistics.Named::name)
            .collect(Collectors.joining(", "));
    if (!zeros.isEmpty()) {
      notes.add(
          "excluded: %s, 0 in the log. Where answers came whole, their TTFT is none either"
              .formatted(zeros));
    }
    return notes;
  }

  /// What really happened.
  LatencyStatistics measured() {
    LatencyStatistics.Sample sample = new LatencyStatistics.Sample();
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
