package dev.goodput.load;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// What one loop tells while it runs: written by the loop alone, read by the draining thread.
final class LoopCounters {
  private final AtomicLong taken = new AtomicLong();
  private final AtomicLong contentEvents = new AtomicLong();
  private final AtomicLong largestLag = new AtomicLong();
  private final AtomicInteger refusedLocally = new AtomicInteger();

  void taken(long lagNanos) {
    taken.lazySet(taken.getPlain() + 1);
    if (lagNanos > largestLag.getPlain()) {
      largestLag.lazySet(lagNanos);
    }
  }

  /// @param soFar connections that this machine itself refused
  void refusedLocally(int soFar) {
    refusedLocally.lazySet(soFar);
  }

  /// Connections that this machine itself refused so far.
  int refusedLocally() {
    return refusedLocally.get();
  }

  void content(int events) {
    contentEvents.lazySet(contentEvents.getPlain() + events);
  }

  /// Requests taken up.
  long taken() {
    return taken.get();
  }

  /// Content events read.
  long contentEvents() {
    return contentEvents.get();
  }

  /// The largest schedule lag since this was last asked; for the eye only, records keep each lag.
  long largestLagSinceLast() {
    return largestLag.getAndSet(0);
  }
}
