package dev.goodput.load;

import java.util.concurrent.atomic.AtomicInteger;

/// The number of requests in flight over all loops, and its peak.
final class InFlightCount {
  private final AtomicInteger now = new AtomicInteger();
  private final AtomicInteger peak = new AtomicInteger();

  void start() {
    int value = now.incrementAndGet();
    int most = peak.get();
    while (value > most && !peak.compareAndSet(most, value)) {
      most = peak.get();
    }
  }

  void end() {
    now.decrementAndGet();
  }

  int now() {
    return now.get();
  }

  int peak() {
    return peak.get();
  }
}
