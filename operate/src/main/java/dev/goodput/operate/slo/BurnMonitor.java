package dev.goodput.operate.slo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// Burn-rate alerts of one SLO, evaluated from counts of requests without a Prometheus. It keeps
/// counts in slots of [#SLOT_SECONDS] for the longest window. An alert sees complete slots only, so
/// that each window has exactly its length.
///
/// One thread at a time. Time never moves back: an earlier time counts as the latest one.
public final class BurnMonitor {
  /// Length of a slot.
  public static final int SLOT_SECONDS = 30;

  private static final long NEVER = Long.MIN_VALUE;

  private final ServiceObjective slo;
  private final double budget;

  /// Counts since the first slot, at the start of each slot; a ring.
  private final long[] totals;

  private final long[] bads;
  private final long[] heldSince;
  private long first = NEVER;
  private long slot = NEVER;
  private long total;
  private long bad;

  /// Creates a monitor without requests.
  public BurnMonitor(ServiceObjective slo) {
    this.slo = slo;
    budget = slo.budget().doubleValue();
    long longest =
        slo.alerts().stream()
            .map(BurnAlert::longWindow)
            .max(Comparator.naturalOrder())
            .map(BurnMonitor::slots)
            .orElse(0L);
    totals = new long[(int) longest + 1];
    bads = new long[(int) longest + 1];
    heldSince = new long[slo.alerts().size()];
    Arrays.fill(heldSince, NEVER);
  }

  private static long slots(Duration window) {
    return window.toSeconds() / SLOT_SECONDS;
  }

  /// Returns the SLO.
  public ServiceObjective slo() {
    return slo;
  }

  /// Adds requests that ended at a time.
  ///
  /// @param atSeconds any time axis that does not move back
  /// @param badRequests those that were judged and not good
  public void add(long atSeconds, long requests, long badRequests) {
    moveTo(atSeconds);
    total += requests;
    bad += badRequests;
  }

  private void moveTo(long atSeconds) {
    long to = Math.floorDiv(atSeconds, SLOT_SECONDS);
    if (first == NEVER) {
      first = to;
      slot = to;
    }
    for (long each = Math.max(slot + 1, to - totals.length + 1); each <= to; each++) {
      totals[place(each)] = total;
      bads[place(each)] = bad;
    }
    slot = Math.max(slot, to);
  }

  private int place(long ofSlot) {
    return (int) Math.floorMod(ofSlot, (long) totals.length);
  }

  /// Returns the alerts that fire at a time, by the requests of the slots that ended before it.
  public List<BurnAlert> firing(long atSeconds) {
    moveTo(atSeconds);
    List<BurnAlert> firing = new ArrayList<>();
    for (int i = 0; i < heldSince.length; i++) {
      BurnAlert alert = slo.alerts().get(i);
      if (!holds(alert)) {
        heldSince[i] = NEVER;
        continue;
      }
      heldSince[i] = heldSince[i] == NEVER ? atSeconds : heldSince[i];
      if (atSeconds - heldSince[i] >= alert.hold().toSeconds()) {
        firing.add(alert);
      }
    }
    return firing;
  }

  private boolean holds(BurnAlert alert) {
    long all = requests(alert.longWindow());
    long badOfAll = badRequests(alert.longWindow());
    return badOfAll > alert.badShare(budget) * all
        && badRequests(alert.shortWindow()) > alert.badShare(budget) * requests(alert.shortWindow())
        && badOfAll > FalseAlarms.gate((double) all, budget, slo.designEffect());
  }

  /// Returns the requests of the complete slots of a window, at the latest time.
  public long requests(Duration window) {
    return since(totals, window);
  }

  /// Returns the bad requests of the complete slots of a window, at the latest time.
  public long badRequests(Duration window) {
    return since(bads, window);
  }

  /// Returns the part of a window that has counts: less than the window until it has run so long.
  public Duration covered(Duration window) {
    long complete = first == NEVER ? 0 : slot - first;
    return Duration.ofSeconds(Math.min(slots(window), complete) * SLOT_SECONDS);
  }

  private long since(long[] counts, Duration window) {
    if (first == NEVER) {
      return 0;
    }
    return counts[place(slot)] - counts[place(Math.max(first, slot - slots(window)))];
  }
}
