package dev.goodput.operate.review;

import dev.goodput.operate.slo.BurnAlert;
import dev.goodput.operate.slo.BurnMonitor;
import dev.goodput.operate.slo.ServiceObjective;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// A replay of an SLO's alerts over counted slots. Each time that an alert explains is removed
/// before the next alert is tried: first those that failures alone fire, then the others, and
/// alerts with short windows first. So an outage within a slow week is an outage of its own, and a
/// long window does not fire again on what a short one found.
final class SpanFinder {
  private static final int SLICE =
      (int) (ServiceObjective.SLICE.toSeconds() / BurnMonitor.SLOT_SECONDS);

  /// Slices without much burn that a span may span.
  private static final int MAX_GAP = 2;

  private final String sloClass;
  private final ServiceObjective slo;
  private final Instant origin;
  private final SlotCounts rest;
  private final double budget;
  private final List<MissedSpan> found = new ArrayList<>();

  private SpanFinder(String sloClass, ServiceObjective slo, Instant origin, SlotCounts counts) {
    this.sloClass = sloClass;
    this.slo = slo;
    this.origin = origin;
    this.rest = counts.copy();
    this.budget = slo.budget().doubleValue();
  }

  /// Returns the times in which the SLO's alerts fired, oldest first.
  ///
  /// @param origin the start of the first slot
  static List<MissedSpan> find(
      String sloClass, ServiceObjective slo, Instant origin, SlotCounts counts) {
    SpanFinder finder = new SpanFinder(sloClass, slo, origin, counts);
    List<BurnAlert> alerts = new ArrayList<>(slo.alerts());
    alerts.sort(Comparator.comparing(BurnAlert::longWindow));
    alerts.forEach(alert -> finder.spans(alert, true));
    alerts.forEach(alert -> finder.spans(alert, false));
    finder.found.sort(Comparator.comparing(MissedSpan::from));
    return finder.found;
  }

  private void spans(BurnAlert alert, boolean outage) {
    long[] bad = (outage ? rest.failed : rest.bad).clone();
    long[] requests = rest.requests.clone();
    BurnMonitor monitor = new BurnMonitor(slo.with(List.of(alert)));
    int longest = slots(alert.longWindow());
    int start = -1;
    int end = -1;
    for (int i = 0; i < requests.length; i++) {
      monitor.add((long) i * BurnMonitor.SLOT_SECONDS, requests[i], bad[i]);
      if (monitor.firing((i + 1L) * BurnMonitor.SLOT_SECONDS).isEmpty()) {
        continue;
      }
      if (start >= 0 && i - end > longest) {
        add(alert, outage, start - longest, end + 1);
        start = -1;
      }
      start = start < 0 ? i : start;
      end = i;
    }
    if (start >= 0) {
      add(alert, outage, start - longest, end + 1);
    }
  }

  private static int slots(Duration window) {
    return (int) (window.toSeconds() / BurnMonitor.SLOT_SECONDS);
  }

  /// Adds the span from the first to the last slice that burns as fast as the alert requires, and
  /// slices close before and after it that do so too.
  private void add(BurnAlert alert, boolean outage, int from, int to) {
    long[] bad = outage ? rest.failed : rest.bad;
    int slice = Math.max(SLICE, slots(alert.shortWindow()) / 6);
    double share = alert.badShare(budget);
    int first = -1;
    int last = -1;
    for (int at = Math.max(0, from / slice * slice); at < to; at += slice) {
      if (burns(bad, at, slice, share)) {
        first = first < 0 ? at : first;
        last = at + slice;
      }
    }
    if (first < 0) {
      return;
    }
    for (int gap = 1; gap <= MAX_GAP && first - gap * slice >= 0; gap++) {
      if (burns(bad, first - gap * slice, slice, share)) {
        first -= gap * slice;
        gap = 0;
      }
    }
    for (int gap = 0; gap < MAX_GAP && last + gap * slice < bad.length; gap++) {
      if (burns(bad, last + gap * slice, slice, share)) {
        last += (gap + 1) * slice;
        gap = -1;
      }
    }
    span(alert, outage, first, Math.min(last, bad.length));
  }

  private boolean burns(long[] bad, int at, int slice, double share) {
    long badOnes = SlotCounts.sum(bad, at, at + slice);
    return badOnes > 1 && badOnes > share * SlotCounts.sum(rest.requests, at, at + slice);
  }

  private void span(BurnAlert alert, boolean outage, int first, int last) {
    found.add(
        new MissedSpan(
            sloClass,
            slo,
            alert.name(),
            alert.severity(),
            origin.plusSeconds((long) first * BurnMonitor.SLOT_SECONDS),
            origin.plusSeconds((long) last * BurnMonitor.SLOT_SECONDS),
            SlotCounts.sum(rest.requests, first, last),
            SlotCounts.sum(rest.bad, first, last),
            SlotCounts.sum(rest.failed, first, last),
            outage));
    rest.clear(first, last);
  }
}
