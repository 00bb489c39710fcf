package dev.goodput.load;

import java.util.ArrayDeque;

/// The cap on requests in flight at the server over all loops, first come, first served.
final class ConcurrencyLimiter {
  private final ArrayDeque<SessionRun> waiting = new ArrayDeque<>();
  private final boolean open;
  private int free;

  /// @param cap most requests at once, 0 for no cap
  ConcurrencyLimiter(int cap) {
    this.open = cap == 0;
    this.free = cap;
  }

  /// Returns whether the request may be sent now. If not, it waits, and its `admitted` is run on
  /// its loop later.
  boolean enter(SessionRun run) {
    if (open) {
      return true;
    }
    synchronized (this) {
      if (free > 0) {
        free--;
        return true;
      }
      waiting.add(run);
      return false;
    }
  }

  /// Frees a place; the longest-waiting request gets it.
  void leave() {
    if (open) {
      return;
    }
    SessionRun next;
    synchronized (this) {
      next = waiting.poll();
      if (next == null) {
        free++;
        return;
      }
    }
    next.worker().execute(next::admitted);
  }

  /// Removes the worker's requests from the queue.
  synchronized void withdraw(LoopWorker worker) {
    waiting.removeIf(run -> run.worker() == worker);
  }

  synchronized int waiting() {
    return waiting.size();
  }
}
