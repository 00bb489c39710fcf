package dev.goodput.metrics.traffic;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The latest events, and the number of events of each kind.
final class EventLog {
  private static final int KEPT = 100;

  private final Deque<TrafficEvent> latest = new ArrayDeque<>();
  private final SortedMap<TrafficEvent.Kind, Long> counts = new TreeMap<>();

  void add(TrafficEvent event) {
    counts.merge(event.kind(), 1L, Long::sum);
    latest.addLast(event);
    if (latest.size() > KEPT) {
      latest.removeFirst();
    }
  }

  List<TrafficEvent> latest() {
    return List.copyOf(latest);
  }

  SortedMap<TrafficEvent.Kind, Long> counts() {
    return counts;
  }
}
