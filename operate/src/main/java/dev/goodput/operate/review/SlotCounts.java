package dev.goodput.operate.review;

import dev.goodput.operate.slo.BurnMonitor;

/// Counts of one SLO class in slots of [BurnMonitor#SLOT_SECONDS], over both periods of a review.
final class SlotCounts {
  final long[] requests;
  final long[] bad;
  final long[] failed;

  SlotCounts(int slots) {
    requests = new long[slots];
    bad = new long[slots];
    failed = new long[slots];
  }

  SlotCounts copy() {
    SlotCounts copy = new SlotCounts(requests.length);
    System.arraycopy(requests, 0, copy.requests, 0, requests.length);
    System.arraycopy(bad, 0, copy.bad, 0, bad.length);
    System.arraycopy(failed, 0, copy.failed, 0, failed.length);
    return copy;
  }

  void add(int slot, boolean good, boolean failure) {
    requests[slot]++;
    bad[slot] += good ? 0 : 1;
    failed[slot] += failure ? 1 : 0;
  }

  void add(int slot, long more, long moreBad, long moreFailed) {
    requests[slot] += more;
    bad[slot] += moreBad;
    failed[slot] += moreFailed;
  }

  static long sum(long[] counts, int from, int to) {
    long sum = 0;
    for (int i = Math.max(0, from); i < Math.min(counts.length, to); i++) {
      sum += counts[i];
    }
    return sum;
  }

  /// Removes all requests of some slots.
  void clear(int from, int to) {
    for (int i = from; i < to; i++) {
      requests[i] = 0;
      bad[i] = 0;
      failed[i] = 0;
    }
  }
}
