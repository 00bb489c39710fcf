package dev.goodput.metrics.traffic;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/// All windows of all traffic. An exchange that ends is added to the narrowest slots, which later
/// move into wider ones: a window consists of its own slots and all narrower ones.
final class Windows {
  private final NavigableMap<WindowSpan, SlotRing> rings = new TreeMap<>();

  Windows(TrafficPlan plan, MemoryPool pool, long beganNanos) {
    SlotRing wider = null;
    for (WindowSpan span : List.of(WindowSpan.values()).reversed()) {
      wider = new SlotRing(() -> Slot.whole(plan, pool), beganNanos, span.slotNanos(), wider);
      rings.put(span, wider);
    }
  }

  private SlotRing narrowest() {
    return rings.firstEntry().getValue();
  }

  void add(RecordEvaluation evaluation) {
    narrowest().add(evaluation);
  }

  /// Adds output tokens that engines report as recomputed.
  void recomputed(long nowNanos, long tokens) {
    narrowest().at(nowNanos).tally.addRecomputed(tokens);
  }

  /// Returns the slots of a window at a moment.
  List<Slot> of(WindowSpan span, long nowNanos) {
    narrowest().moveTo(nowNanos);
    List<Slot> live = new ArrayList<>();
    rings.headMap(span, true).values().forEach(ring -> live.addAll(ring.live()));
    return live;
  }
}
