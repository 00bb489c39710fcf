package dev.goodput.metrics.traffic;

import dev.goodput.metrics.server.EngineFigures;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Live traffic at a moment.
///
/// @param plan the meter's plan
/// @param beganNanos when the meter started
/// @param nowNanos the moment
/// @param records attempts that were added
/// @param lost observations that were lost before they reached the meter
/// @param edge a gateway's counts of what did not become an exchange
/// @param folded records with a label value replaced by `other`, by label
/// @param all all traffic
/// @param series traffic by all labels, only series with traffic
/// @param rollups traffic by one label: each of its values, over all values of the others
/// @param inFlight requests in flight by upstream, as last reported
/// @param unread exchanges that were forwarded but not parsed, by upstream
/// @param coalescing whether a hop before the upstream holds streams back, by upstream
/// @param trend all traffic over time
/// @param slowest the requests of the last five minutes with the longest waits, longest first
/// @param sessions the sessions with the most output tokens, most first
/// @param signs the warning signs, one of each kind
/// @param engines figures of each upstream's engines; counts start at the first report, or again
///   after five minutes of silence
/// @param energy electric energy of the upstreams whose power is read
/// @param events the latest events, oldest first
/// @param eventCounts number of events by kind; only kinds that occurred
/// @param alerts burn-rate alerts, as last evaluated
public record TrafficSnapshot(
    TrafficPlan plan,
    long beganNanos,
    long nowNanos,
    long records,
    long lost,
    EdgeCounts edge,
    SortedMap<TrafficLabel, Long> folded,
    TrafficSeries all,
    List<TrafficSeries> series,
    SortedMap<TrafficLabel, SortedMap<String, TrafficSeries>> rollups,
    List<InFlight> inFlight,
    SortedMap<String, UnparsedCount> unread,
    SortedMap<String, Coalescing> coalescing,
    Trend trend,
    List<SlowRequest> slowest,
    List<SessionFigures> sessions,
    List<TrafficWarning> signs,
    List<EngineFigures> engines,
    List<UpstreamEnergy> energy,
    List<TrafficEvent> events,
    SortedMap<TrafficEvent.Kind, Long> eventCounts,
    AlertFigures alerts) {
  /// Copies the collections.
  public TrafficSnapshot {
    folded = Collections.unmodifiableSortedMap(new TreeMap<>(folded));
    series = List.copyOf(series);
    SortedMap<TrafficLabel, SortedMap<String, TrafficSeries>> copies = new TreeMap<>();
    rollups.forEach((label, values) ->
        copies.put(label, Collections.unmodifiableSortedMap(new TreeMap<>(values))));
    rollups = Collections.unmodifiableSortedMap(copies);
    inFlight = List.copyOf(inFlight);
    unread = Collections.unmodifiableSortedMap(new TreeMap<>(unread));
    coalescing = Collections.unmodifiableSortedMap(new TreeMap<>(coalescing));
    slowest = List.copyOf(slowest);
    sessions = List.copyOf(sessions);
    signs = List.copyOf(signs);
    engines = List.copyOf(engines);
    energy = List.copyOf(energy);
    events = List.copyOf(events);
    eventCounts = Collections.unmodifiableSortedMap(new TreeMap<>(eventCounts));
  }

  /// Returns the traffic by one label.
  public SortedMap<String, TrafficSeries> by(TrafficLabel label) {
    SortedMap<String, TrafficSeries> values = rollups.get(label);
    return values == null ? Collections.emptySortedMap() : values;
  }
}
