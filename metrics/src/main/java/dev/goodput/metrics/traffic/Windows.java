package dev.goodput.metrics.traffic;

import java.util.ArrayList;
import java.util.List;

/// All windows of all traffic. What ends goes into the narrowest slots, and from there into wider
/// ones as time goes on: a window is its own slots and all narrower ones.
final class Windows {
  private final List<SlotRing> rings = new ArrayList<>();

  Windows(TrafficPlan plan, MemoryPool pool, long beganNanos) {
    SlotRing wider = null;
    for (int i = WindowSpan.values().length - 1; i >= 0; i--) {
      long width = WindowSpan.values()[i].slotNanos();
      wider = new SlotRing(() -> Slot.whole(plan, pool), beganNanos, width, wider);
      rings.addFirst(wider);
    }
  }

  void add(Observation observed) {
    rings.getFirst().add(observed);
  }

  /// What a window holds at a moment.
  List<Slot> of(WindowSpan span, long nowNanos) {
    rings.getFirst().moveTo(nowNanos);
    List<Slot> live = new ArrayList<>();
    rings.subList(0, span.ordinal() + 1).forEach(ring -> live.addAll(ring.live()));
    return live;
  }
}
