package dev.goodput.metrics.traffic;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One window of one series: the last six slots that time was cut into. A slot is there only where
/// something ended in it.
final class SlotRing {
  static final int SLOTS = 6;

  private final TrafficPlan plan;
  private final MemoryPool pool;
  private final long beganNanos;
  private final long widthNanos;
  private final @Nullable Slot[] slots = new Slot[SLOTS];
  private long newest;

  /// @param widthNanos of one slot
  SlotRing(TrafficPlan plan, MemoryPool pool, long beganNanos, long widthNanos) {
    this.plan = plan;
    this.pool = pool;
    this.beganNanos = beganNanos;
    this.widthNanos = widthNanos;
  }

  /// Adds what ended; what has left the window is passed over.
  void add(Observation observed) {
    long index = index(observed.endedNanos());
    advance(index);
    if (index <= newest - SLOTS) {
      return;
    }
    int at = (int) (index % SLOTS);
    Slot slot = slots[at];
    if (slot == null) {
      slot = new Slot(plan, pool);
      slots[at] = slot;
    }
    slot.add(observed);
  }

  private long index(long nanos) {
    return Math.max(0, nanos - beganNanos) / widthNanos;
  }

  private void advance(long to) {
    for (long index = Math.max(newest + 1, to - SLOTS + 1); index <= to; index++) {
      int at = (int) (index % SLOTS);
      Slot old = slots[at];
      if (old != null) {
        old.release();
        slots[at] = null;
      }
    }
    newest = Math.max(newest, to);
  }

  /// Lets go of what has left the window by then.
  void moveTo(long nanos) {
    advance(index(nanos));
  }

  /// What is in the window.
  List<Slot> live() {
    List<Slot> live = new ArrayList<>();
    for (Slot slot : slots) {
      if (slot != null) {
        live.add(slot);
      }
    }
    return live;
  }

  /// How long the window is at a moment.
  static double seconds(long beganNanos, long widthNanos, long nowNanos) {
    long index = Math.max(0, nowNanos - beganNanos) / widthNanos;
    long from = beganNanos + Math.max(0, index - SLOTS + 1) * widthNanos;
    return Math.max(0, nowNanos - from) / 1e9;
  }
}
