package dev.goodput.metrics.tally;

import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import org.jspecify.annotations.Nullable;

/// Availability: of the 10-s slices in which a request ended, the share with at least one success
/// and an error rate of at most 5 %. The slices of the last hour are stored, older ones only
/// counted.
public final class AvailabilitySlices {
  private static final long SLICE_NANOS = 10_000_000_000L;
  private static final double ERROR_RATE = 0.05;
  private static final int KEPT = 360;

  private final long beganNanos;
  private final int[] ok = new int[KEPT];
  private final int[] failed = new int[KEPT];
  private long newest;
  private long olderAvailable;
  private long olderUsed;

  /// Creates slices that start at a moment.
  public AvailabilitySlices(long beganNanos) {
    this.beganNanos = beganNanos;
  }

  /// Adds a last attempt; ignores one that was cancelled or ended more than an hour ago.
  public void add(RequestRecord request) {
    long ended = request.stamps().endedNanos();
    if (request.outcome() instanceof Outcome.Cancelled || !Stamps.present(ended)) {
      return;
    }
    long index = index(ended);
    advance(index);
    if (index > newest - KEPT) {
      int at = (int) (index % KEPT);
      ok[at] += request.outcome().failure() ? 0 : 1;
      failed[at] += request.outcome().failure() ? 1 : 0;
    }
  }

  private long index(long nanos) {
    return Math.max(0, nanos - beganNanos) / SLICE_NANOS;
  }

  private void advance(long to) {
    for (long index = Math.max(newest + 1, to - KEPT + 1); index <= to; index++) {
      int at = (int) (index % KEPT);
      olderUsed += used(at) ? 1 : 0;
      olderAvailable += available(at) ? 1 : 0;
      ok[at] = 0;
      failed[at] = 0;
    }
    newest = Math.max(newest, to);
  }

  private boolean used(int at) {
    return ok[at] + failed[at] > 0;
  }

  private boolean available(int at) {
    return ok[at] > 0 && failed[at] <= ERROR_RATE * (ok[at] + failed[at]);
  }

  /// Returns availability over the last slices up to a moment; null if nothing ended in them.
  ///
  /// @param seconds at most an hour
  public @Nullable Double last(long nowNanos, long seconds) {
    advance(index(nowNanos));
    long slices = Math.min(KEPT, seconds * 1_000_000_000L / SLICE_NANOS);
    return share(0, 0, Math.max(0, newest - slices + 1));
  }

  /// Returns availability since the beginning; null if nothing ended.
  public @Nullable Double total() {
    return share(olderUsed, olderAvailable, Math.max(0, newest - KEPT + 1));
  }

  private @Nullable Double share(long usedBefore, long availableBefore, long from) {
    long used = usedBefore;
    long available = availableBefore;
    for (long index = from; index <= newest; index++) {
      int at = (int) (index % KEPT);
      used += used(at) ? 1 : 0;
      available += available(at) ? 1 : 0;
    }
    return used == 0 ? null : (double) available / used;
  }
}
