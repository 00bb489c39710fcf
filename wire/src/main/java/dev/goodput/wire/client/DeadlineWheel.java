package dev.goodput.wire.client;

import org.jspecify.annotations.Nullable;

/// A timer wheel for the coarse deadlines of many exchanges: a ring of slots of about 4 ms.
///
/// Reads move deadlines all the time. So an entry's deadline is checked only when its slot comes
/// up, and the entry is moved on then; a read does no work. An entry whose deadline moves closer
/// must be placed again.
final class DeadlineWheel {
  /// Length of a slot as a shift of nanoseconds: 4.2 ms.
  static final int SHIFT = 22;

  private static final int SLOTS = 512;

  private final @Nullable Entry[] slots = new @Nullable Entry[SLOTS];
  private long tick;
  private int size;

  /// While slots are processed, `tick` is the current one. An entry placed then must not go into
  /// the current slot, or it would come up again and again.
  private boolean advancing;

  DeadlineWheel(long now) {
    tick = now >> SHIFT;
  }

  /// The owner of a deadline.
  interface Expiring {
    /// Returns the deadline, [Long#MAX_VALUE] for never.
    long deadlineNanos();

    /// Called when the deadline has passed; the entry is no longer in the wheel.
    void expired(long now);
  }

  /// A place in the wheel.
  static final class Entry {
    private final Expiring owner;
    private @Nullable Entry next;
    private @Nullable Entry previous;
    private int slot = -1;

    Entry(Expiring owner) {
      this.owner = owner;
    }
  }

  boolean isEmpty() {
    return size == 0;
  }

  /// Returns when [#advance] should be called next.
  long nextTickNanos() {
    return (tick + 1) << SHIFT;
  }

  /// Places an entry by its current deadline, or removes it if it has none.
  void place(Entry entry, long now) {
    remove(entry);
    if (size == 0 && !advancing) {
      tick = Math.max(tick, now >> SHIFT);
    }
    long deadline = entry.owner.deadlineNanos();
    if (deadline != Long.MAX_VALUE) {
      long due = ((deadline - 1) >> SHIFT) + 1;
      long turn = Math.clamp(due, tick + 1, tick + SLOTS - 1);
      link(entry, (int) (turn & (SLOTS - 1)));
    }
  }

  private void link(Entry entry, int slot) {
    Entry first = slots[slot];
    entry.slot = slot;
    entry.next = first;
    entry.previous = null;
    if (first != null) {
      first.previous = entry;
    }
    slots[slot] = entry;
    size++;
  }

  void remove(Entry entry) {
    if (entry.slot < 0) {
      return;
    }
    Entry next = entry.next;
    Entry previous = entry.previous;
    if (next != null) {
      next.previous = previous;
    }
    if (previous == null) {
      slots[entry.slot] = next;
    } else {
      previous.next = next;
    }
    entry.slot = -1;
    entry.next = null;
    entry.previous = null;
    size--;
  }

  /// Expires the entries that are due, and places the others again.
  ///
  /// @throws RuntimeException the first exception of an entry, after all others were handled
  void advance(long now) {
    long last = now >> SHIFT;
    long first = Math.max(tick + 1, last - SLOTS + 1);
    RuntimeException failed = null;
    advancing = true;
    try {
      for (long turn = first; turn <= last; turn++) {
        tick = turn;
        failed = visitAll((int) (turn & (SLOTS - 1)), now, failed);
      }
    } finally {
      advancing = false;
    }
    if (failed != null) {
      throw failed;
    }
  }

  /// Returns the first failure, earlier or new.
  private @Nullable RuntimeException visitAll(
      int slot, long now, @Nullable RuntimeException before) {
    RuntimeException failed = before;
    for (Entry entry = slots[slot]; entry != null; entry = slots[slot]) {
      try {
        visit(entry, now);
      } catch (RuntimeException e) {
        failed = first(failed, e);
      }
    }
    return failed;
  }

  private static RuntimeException first(@Nullable RuntimeException before, RuntimeException now) {
    if (before == null) {
      return now;
    }
    if (!before.equals(now)) {
      before.addSuppressed(now);
    }
    return before;
  }

  private void visit(Entry entry, long now) {
    if (entry.owner.deadlineNanos() <= now) {
      remove(entry);
      entry.owner.expired(now);
    } else {
      place(entry, now);
    }
  }
}
