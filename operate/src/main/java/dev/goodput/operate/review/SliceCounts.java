package dev.goodput.operate.review;

import dev.goodput.operate.slo.BurnMonitor;
import dev.goodput.operate.slo.ServiceObjective;
import dev.goodput.operate.slo.SliceAlert;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The time slices of an SLO class over both periods of a review: which were bad, and the times in
/// which the alerts of the SLO would have fired. A slice of few requests does not count.
final class SliceCounts {
  private static final int SLOTS =
      (int) (ServiceObjective.SLICE.toSeconds() / BurnMonitor.SLOT_SECONDS);

  /// Slices that are not bad within a span.
  private static final int MAX_GAP = 2;

  private final String sloClass;
  private final ServiceObjective slo;
  private final Instant origin;
  private final SlotCounts counts;
  private final boolean[] counted;
  private final boolean[] bad;
  private final boolean[] failed;

  /// @param slo an SLO with a slice target
  /// @param origin the start of the first slot and slice
  SliceCounts(String sloClass, ServiceObjective slo, Instant origin, SlotCounts counts) {
    this.sloClass = sloClass;
    this.slo = slo;
    this.origin = origin;
    this.counts = counts;
    int slices = counts.requests.length / SLOTS;
    counted = new boolean[slices];
    bad = new boolean[slices];
    failed = new boolean[slices];
    double allowed = 1 - slo.sliceTarget().orElseThrow().doubleValue();
    for (int i = 0; i < slices; i++) {
      long requests = sum(counts.requests, i);
      counted[i] = requests >= SliceAlert.MIN_REQUESTS;
      bad[i] = counted[i] && sum(counts.bad, i) > allowed * requests;
      failed[i] = counted[i] && sum(counts.failed, i) > allowed * requests;
    }
  }

  private static long sum(long[] slots, int slice) {
    return SlotCounts.sum(slots, slice * SLOTS, (slice + 1) * SLOTS);
  }

  /// Returns the slices of one period.
  ///
  /// @param second whether of the second period
  SliceSums sums(boolean second) {
    int half = counted.length / 2;
    long all = 0;
    long badOnes = 0;
    for (int i = second ? half : 0; i < (second ? counted.length : half); i++) {
      all += counted[i] ? 1 : 0;
      badOnes += bad[i] ? 1 : 0;
    }
    return new SliceSums(all, badOnes);
  }

  /// Returns the times in which alerts fired, oldest first. As for requests, a time that an alert
  /// explains is removed before the next alert is tried, and failures come first.
  List<MissedSpan> spans() {
    List<MissedSpan> found = new ArrayList<>();
    boolean[] rest = bad.clone();
    boolean[] outages = failed.clone();
    List<SliceAlert> alerts =
        SliceAlert.of(slo).stream().sorted(Comparator.comparing(SliceAlert::window)).toList();
    for (SliceAlert alert : alerts) {
      spans(alert, outages, rest, true, found);
    }
    for (SliceAlert alert : alerts) {
      spans(alert, rest, outages, false, found);
    }
    found.sort(Comparator.comparing(MissedSpan::from));
    return found;
  }

  private void spans(
      SliceAlert alert,
      boolean[] slices,
      boolean[] others,
      boolean outage,
      List<MissedSpan> found) {
    int window = (int) alert.window().dividedBy(ServiceObjective.SLICE);
    for (int i = 0; i < slices.length; i++) {
      int from = Math.max(0, i + 1 - window);
      if (!slices[i] || count(slices, from, i + 1) < alert.bad()) {
        continue;
      }
      int first = first(slices, from);
      int last = i + 1;
      for (int gap = 0; gap <= MAX_GAP && last + gap < slices.length; gap++) {
        if (slices[last + gap]) {
          last += gap + 1;
          gap = -1;
        }
      }
      found.add(span(alert, outage, first, last));
      for (int each = first; each < last; each++) {
        slices[each] = false;
        others[each] = false;
      }
      i = last - 1;
    }
  }

  private static int count(boolean[] slices, int from, int to) {
    int count = 0;
    for (int i = from; i < to; i++) {
      count += slices[i] ? 1 : 0;
    }
    return count;
  }

  private static int first(boolean[] slices, int from) {
    int first = from;
    while (!slices[first]) {
      first++;
    }
    return first;
  }

  private MissedSpan span(SliceAlert alert, boolean outage, int first, int last) {
    int from = first * SLOTS;
    int to = last * SLOTS;
    return new MissedSpan(
        sloClass,
        slo,
        alert.name(),
        alert.severity(),
        origin.plus(ServiceObjective.SLICE.multipliedBy(first)),
        origin.plus(ServiceObjective.SLICE.multipliedBy(last)),
        SlotCounts.sum(counts.requests, from, to),
        SlotCounts.sum(counts.bad, from, to),
        SlotCounts.sum(counts.failed, from, to),
        outage);
  }
}
