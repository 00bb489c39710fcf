package dev.goodput.metrics.traffic;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The last six time slots. Empty slots are not allocated. A slot that leaves the ring moves to a
/// ring of wider slots, if there is one.
final class SlotRing {
  static final int SLOTS = 6;

  private final Supplier<Slot> maker;
  private final long beganNanos;
  private final long widthNanos;
  private final @Nullable SlotRing wider;
  private final @Nullable Slot[] slots = new Slot[SLOTS];
  private long newest;

  /// @param maker creates empty slots
  /// @param widthNanos width of one slot
  /// @param wider ring whose slot width is a multiple of this one's, null for none
  SlotRing(Supplier<Slot> maker, long beganNanos, long widthNanos, @Nullable SlotRing wider) {
    this.maker = maker;
    this.beganNanos = beganNanos;
    this.widthNanos = widthNanos;
    this.wider = wider;
  }

  /// Adds an exchange that ended, to a wider ring if its slot has left this one; ignores it if it
  /// has left all rings.
  void add(RecordEvaluation evaluation) {
    long ended = evaluation.endedNanos();
    moveTo(ended);
    long index = index(ended);
    if (index > newest - SLOTS) {
      slot(index).add(evaluation);
    } else if (wider != null) {
      wider.add(evaluation);
    }
  }

  /// Returns the slot of a moment that is not before any other.
  Slot at(long nanos) {
    moveTo(nanos);
    return slot(newest);
  }

  private Slot slot(long index) {
    int at = (int) (index % SLOTS);
    Slot slot = slots[at];
    if (slot == null) {
      slot = maker.get();
      slots[at] = slot;
    }
    return slot;
  }

  private long index(long nanos) {
    return Math.max(0, nanos - beganNanos) / widthNanos;
  }

  /// Advances to a moment, and drops slots that have left the window by then.
  void moveTo(long nanos) {
    long to = index(nanos);
    if (to <= newest) {
      return;
    }
    if (wider != null) {
      wider.moveTo(nanos);
    }
    long last = Math.min(newest, to - SLOTS);
    for (long index = Math.max(0, newest - SLOTS + 1); index <= last; index++) {
      leave(index);
    }
    newest = to;
  }

  private void leave(long index) {
    int at = (int) (index % SLOTS);
    Slot old = slots[at];
    slots[at] = null;
    if (old != null && wider != null) {
      wider.take(old, beganNanos + index * widthNanos);
    } else if (old != null) {
      old.release();
    }
  }

  /// Takes over a narrower slot.
  private void take(Slot slot, long nanos) {
    long index = index(nanos);
    int at = (int) (index % SLOTS);
    Slot known = slots[at];
    if (index <= newest - SLOTS && wider != null) {
      wider.take(slot, nanos);
    } else if (index <= newest - SLOTS) {
      slot.release();
    } else if (known == null) {
      slots[at] = slot;
    } else {
      known.addAll(slot);
      slot.release();
    }
  }

  /// Returns the slots in the window.
  List<Slot> live() {
    List<Slot> live = new ArrayList<>();
    for (Slot slot : slots) {
      if (slot != null) {
        live.add(slot);
      }
    }
    return live;
  }

  /// Returns the length of the window at a moment.
  static double seconds(long beganNanos, long widthNanos, long nowNanos) {
    long index = Math.max(0, nowNanos - beganNanos) / widthNanos;
    long from = beganNanos + Math.max(0, index - SLOTS + 1) * widthNanos;
    return Math.max(0, nowNanos - from) / 1e9;
  }
}
