package dev.goodput.operate.review;

import dev.goodput.metrics.tally.SloSums;
import dev.goodput.operate.slo.BurnMonitor;
import dev.goodput.operate.slo.ServiceObjective;
import dev.goodput.telemetry.EventResult;
import dev.goodput.telemetry.EventVerdict;
import dev.goodput.telemetry.RequestEvent;
import dev.goodput.telemetry.Rollup;
import dev.goodput.telemetry.RollupCount;
import dev.goodput.telemetry.WindowRollup;
import java.time.Instant;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The first pass over the logs, or over a file of roll-ups: the sums of both periods, and counts
/// in short slots, from which the alerts are computed that would have fired.
final class LogTally {
  private static final int SLICE_SLOTS =
      (int) (ServiceObjective.SLICE.toSeconds() / BurnMonitor.SLOT_SECONDS);

  private final ReviewPeriod period;
  private final Map<String, ServiceObjective> given;
  private final PeriodSums now = new PeriodSums();
  private final PeriodSums before = new PeriodSums();
  private final SortedMap<String, ServiceObjective> objectives = new TreeMap<>();
  private final SortedMap<String, SlotCounts> slots = new TreeMap<>();
  private final long[] requests;
  private Instant coveredUntil = Instant.MIN;

  /// @param given SLOs that replace those of the logs, by class
  LogTally(ReviewPeriod period, Map<String, ServiceObjective> given) {
    this.period = period;
    this.given = given;
    requests = new long[slots(period)];
  }

  private static int slots(ReviewPeriod period) {
    return (int) (2 * period.length().toSeconds() / BurnMonitor.SLOT_SECONDS) + 1;
  }

  PeriodSums now() {
    return now;
  }

  PeriodSums before() {
    return before;
  }

  /// Returns the SLO of each class, as the newest log has it.
  SortedMap<String, ServiceObjective> objectives() {
    return objectives;
  }

  SlotCounts slots(String sloClass) {
    return slots.computeIfAbsent(sloClass, any -> new SlotCounts(requests.length));
  }

  /// Returns the highest rate of requests over five minutes of the period, per second.
  double peakRate() {
    long most = 0;
    for (int from = requests.length / 2; from < requests.length; from++) {
      most = Math.max(most, SlotCounts.sum(requests, from, from + SLICE_SLOTS));
    }
    return (double) most / ServiceObjective.SLICE.toSeconds();
  }

  /// Reads the log of one directory, which started no earlier than those before.
  void read(LoggedRun run) {
    Instant from = run.from().isAfter(coveredUntil) ? run.from() : coveredUntil;
    now.addLogged(period.overlap(from, run.until()));
    before.addLogged(period.before().overlap(from, run.until()));
    coveredUntil = run.until().isAfter(coveredUntil) ? run.until() : coveredUntil;
    boolean sampled = run.sampled();
    run.directory()
        .read(
            new RunReader(
                run,
                given,
                (name, slo) -> objectives.put(name, slo),
                (_, event) -> add(event, sampled)));
  }

  /// Adds a roll-up of an SLO class and tenant, whose window is no longer than a time slice.
  void add(WindowRollup part) {
    long millis = part.startMillis();
    boolean current = period.holds(millis);
    if (!current && !period.before().holds(millis)) {
      return;
    }
    String sloClass = part.key().sloClass();
    Rollup sums = part.sums();
    long sinceMillis = millis - period.before().from().toEpochMilli();
    (current ? now : before)
        .add(sloClass, part.key().tenant(), (int) (sinceMillis / period.step().toMillis()), sums);
    int slot = (int) (sinceMillis / 1000 / BurnMonitor.SLOT_SECONDS);
    requests[slot] += sums.get(RollupCount.REQUESTS);
    long judged = sums.slos().values().stream().mapToLong(SloSums::total).sum();
    long good = sums.slos().values().stream().mapToLong(SloSums::good).sum();
    if (judged > 0) {
      // Failed requests of a class with an SLO are judged.
      long failed = Math.min(judged - good, sums.get(RollupCount.FAILED));
      slots(sloClass).add(slot, judged, judged - good, failed);
    }
  }

  /// Adds the SLO of a class.
  void know(String sloClass, ServiceObjective slo) {
    objectives.put(sloClass, slo);
  }

  /// Adds the time that roll-ups cover.
  void covers(Instant from, Instant until) {
    now.addLogged(period.overlap(from, until));
    before.addLogged(period.before().overlap(from, until));
  }

  private void add(RequestEvent event, boolean sampled) {
    long millis = event.endedMillis();
    boolean current = period.holds(millis);
    if (!current && !period.before().holds(millis)) {
      return;
    }
    long sinceMillis = millis - period.before().from().toEpochMilli();
    PeriodSums sums = current ? now : before;
    sums.add(event, (int) (sinceMillis / period.step().toMillis()), sampled);
    int slot = (int) (sinceMillis / 1000 / BurnMonitor.SLOT_SECONDS);
    requests[slot] += event.result().last() ? 1 : 0;
    EventVerdict verdict = event.verdict();
    if (verdict != null && verdict.judged()) {
      boolean failed = event.result().kind() == EventResult.Kind.FAILED;
      slots(event.labels().sloClass()).add(slot, verdict.good(), failed);
    }
  }
}
