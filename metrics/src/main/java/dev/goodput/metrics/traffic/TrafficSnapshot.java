package dev.goodput.metrics.traffic;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Live traffic at a moment.
///
/// @param plan what it was judged and priced by
/// @param beganNanos when the meter began
/// @param nowNanos the moment
/// @param records attempts that were added
/// @param lost observations that were lost before they came here
/// @param edge what a gateway counted that became no exchange
/// @param folded records that a label's value was replaced for by `other`, by label
/// @param all all traffic
/// @param series by all labels, those with any traffic
/// @param rollups by one label: its values, each over all others
/// @param inFlight by upstream, as last told
/// @param unread by upstream: exchanges that were passed on and not understood
/// @param coalescing by upstream: whether a hop before it holds streams back
/// @param trend all traffic over time
/// @param slowest requests of the last five minutes that waited longest, longest first
/// @param sessions those that took most, most first
/// @param signs the warning signs, one of each kind
/// @param engines what is known of each upstream's engines; preemptions since it was first heard
///   of, or again after five minutes of silence
/// @param events the latest, oldest first
/// @param eventCounts how many there were of each kind, those with any
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
    SortedMap<String, UnreadCount> unread,
    SortedMap<String, Coalescing> coalescing,
    Trend trend,
    List<SlowRequest> slowest,
    List<SessionFigures> sessions,
    List<TrafficSign> signs,
    List<EngineFigures> engines,
    List<TrafficEvent> events,
    SortedMap<TrafficEvent.Kind, Long> eventCounts) {
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
    events = List.copyOf(events);
    eventCounts = Collections.unmodifiableSortedMap(new TreeMap<>(eventCounts));
  }

  /// A roll-up by one label.
  public SortedMap<String, TrafficSeries> by(TrafficLabel label) {
    SortedMap<String, TrafficSeries> values = rollups.get(label);
    return values == null ? Collections.emptySortedMap() : values;
  }
}
