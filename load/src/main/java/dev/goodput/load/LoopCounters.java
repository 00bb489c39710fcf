package dev.goodput.load;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// The counters of one running loop: written by the loop alone, read by the draining thread.
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

  /// @param soFar connections refused by this machine itself
  void refusedLocally(int soFar) {
    refusedLocally.lazySet(soFar);
  }

  /// Returns the connections refused by this machine itself so far.
  int refusedLocally() {
    return refusedLocally.get();
  }

  void content(int events) {
    contentEvents.lazySet(contentEvents.getPlain() + events);
  }

  /// Returns the requests taken up.
  long taken() {
    return taken.get();
  }

  /// Returns the content events read.
  long contentEvents() {
    return contentEvents.get();
  }

  /// Returns the largest schedule lag since the last call. For display only: records keep each lag.
  long largestLagSinceLast() {
    return largestLag.getAndSet(0);
  }
}
