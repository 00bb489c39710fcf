package dev.goodput.operate.review;

import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.operate.slo.BurnMonitor;
import dev.goodput.operate.slo.ServiceObjective;
import dev.goodput.operate.slo.SliSource;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.LogEntry;
import dev.goodput.record.RequestRecord;
import dev.goodput.telemetry.EventResult;
import dev.goodput.telemetry.EventVerdict;
import dev.goodput.telemetry.RequestEvent;
import dev.goodput.telemetry.RequestEvents;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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

  /// Reads the log of one directory, which is newer than those before.
  void read(LoggedRun run) {
    now.addLogged(period.overlapSeconds(run.from(), run.until()));
    before.addLogged(period.before().overlapSeconds(run.from(), run.until()));
    run.directory().read(new Reader(run));
  }

  private void add(RequestEvent event) {
    long millis = event.endedMillis();
    boolean current = period.holds(millis);
    if (!current && !period.before().holds(millis)) {
      return;
    }
    long sinceMillis = millis - period.before().from().toEpochMilli();
    (current ? now : before).add(event, (int) (sinceMillis / period.step().toMillis()));
    int slot = (int) (sinceMillis / 1000 / BurnMonitor.SLOT_SECONDS);
    requests[slot] += event.result().last() ? 1 : 0;
    EventVerdict verdict = event.verdict();
    if (verdict != null && verdict.judged()) {
      boolean failed = event.result().kind() == EventResult.Kind.FAILED;
      slots(event.labels().sloClass()).add(slot, verdict.good(), failed);
    }
  }

  /// A reader of one directory.
  private final class Reader implements Consumer<LogEntry> {
    private final LoggedRun run;
    private final AnalysisOptions options;
    private @Nullable RequestEvents events;
    private String only = "";

    Reader(LoggedRun run) {
      this.run = run;
      options = Judgement.of(run.directory().manifest()).options();
      options.sloClasses().forEach(this::know);
    }

    @Override
    public void accept(LogEntry entry) {
      if (entry instanceof RequestRecord request) {
        add(events(request).next(request));
      }
    }

    /// Returns the maker of events. The manifest of a gateway with one class does not name it; its
    /// requests do.
    private RequestEvents events(RequestRecord request) {
      GatewayInfo gatewayInfo = request.passage();
      String name = gatewayInfo == null ? "" : gatewayInfo.sloClass();
      RequestEvents made = events;
      if (made == null || (options.slo() != null && !name.isEmpty() && !name.equals(only))) {
        only = name;
        Slo slo = options.slo();
        if (slo != null && !name.isEmpty()) {
          know(name, slo);
        }
        made = new RequestEvents(plan(), run.name(), 0, run.from().toEpochMilli() * 1000);
        events = made;
      }
      return made;
    }

    private void know(String sloClass, Slo slo) {
      ServiceObjective own = given.get(sloClass);
      objectives.put(
          sloClass,
          own == null
              ? ServiceObjective.ofClass(sloClass, slo, options.attainmentTarget(), null)
              : own);
    }

    private TrafficPlan plan() {
      TrafficPlan plan = TrafficPlan.DEFAULTS;
      Slo slo = options.slo();
      SortedMap<String, Slo> slos = new TreeMap<>(options.sloClasses());
      if (slo != null && !only.isEmpty()) {
        slos.put(only, slo);
      }
      for (Map.Entry<String, Slo> each : slos.entrySet()) {
        plan = plan.withSlo(each.getKey(), bounds(each.getKey(), each.getValue()));
      }
      return plan;
    }

    private Slo bounds(String sloClass, Slo logged) {
      ServiceObjective own = given.get(sloClass);
      Slo replacing = own != null && own.source() instanceof SliSource.Gateway g ? g.slo() : null;
      return replacing == null ? logged : replacing;
    }
  }
}
