package dev.goodput.load;

import java.util.concurrent.atomic.AtomicLong;

/// What one loop tells while it runs: written by the loop alone, read by the draining thread.
final class LoopCounters {
  private final AtomicLong taken = new AtomicLong();
  private final AtomicLong contentEvents = new AtomicLong();
  private final AtomicLong largestLag = new AtomicLong();

  void taken(long lagNanos) {
    taken.lazySet(taken.getPlain() + 1);
    if (lagNanos > largestLag.getPlain()) {
      largestLag.lazySet(lagNanos);
    }
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
