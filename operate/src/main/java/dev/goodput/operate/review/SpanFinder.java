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

  /// Adds the span from the first to the last slice that burns as fast as the alert requires.
  private void add(BurnAlert alert, boolean outage, int from, int to) {
    long[] bad = outage ? rest.failed : rest.bad;
    int slice = Math.max(SLICE, slots(alert.shortWindow()) / 6);
    int first = -1;
    int last = -1;
    for (int at = Math.max(0, from / slice * slice); at < to; at += slice) {
      long badOnes = SlotCounts.sum(bad, at, Math.min(to, at + slice));
      long all = SlotCounts.sum(rest.requests, at, Math.min(to, at + slice));
      if (badOnes > 1 && badOnes > alert.badShare(budget) * all) {
        first = first < 0 ? at : first;
        last = Math.min(to, at + slice);
      }
    }
    if (first < 0) {
      return;
    }
    found.add(
        new MissedSpan(
            sloClass,
            slo,
            alert,
            origin.plusSeconds((long) first * BurnMonitor.SLOT_SECONDS),
            origin.plusSeconds((long) last * BurnMonitor.SLOT_SECONDS),
            SlotCounts.sum(rest.requests, first, last),
            SlotCounts.sum(rest.bad, first, last),
            SlotCounts.sum(rest.failed, first, last),
            outage));
    rest.clear(first, last);
  }
}
