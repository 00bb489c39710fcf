package dev.goodput.operate.review;

import dev.goodput.operate.slo.BurnMonitor;
import dev.goodput.operate.slo.ServiceObjective;
import dev.goodput.telemetry.EventResult;
import dev.goodput.telemetry.EventVerdict;
import dev.goodput.telemetry.RequestEvent;
import java.time.Instant;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The first pass over the logs: the sums of both periods, and counts in short slots, from which
/// the alerts are computed that would have fired.
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
