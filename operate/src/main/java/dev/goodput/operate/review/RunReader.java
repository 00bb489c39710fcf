package dev.goodput.operate.review;

import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.operate.slo.ServiceObjective;
import dev.goodput.operate.slo.SliSource;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.LogEntry;
import dev.goodput.record.RequestRecord;
import dev.goodput.telemetry.RequestEvent;
import dev.goodput.telemetry.RequestEvents;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A reader of one directory's log: each record with its event, judged by the SLO of its class in
/// the gateway, or by the one that is given for the class.
final class RunReader implements Consumer<LogEntry> {
  private final LoggedRun run;
  private final Map<String, ServiceObjective> given;
  private final BiConsumer<String, ServiceObjective> known;
  private final BiConsumer<RequestRecord, RequestEvent> sink;
  private final AnalysisOptions options;
  private @Nullable RequestEvents events;
  private String only = "";

  /// @param given SLOs that replace those of the log, by class
  /// @param known receives the SLO of each class
  /// @param sink receives each record and its event
  RunReader(
      LoggedRun run,
      Map<String, ServiceObjective> given,
      BiConsumer<String, ServiceObjective> known,
      BiConsumer<RequestRecord, RequestEvent> sink) {
    this.run = run;
    this.given = given;
    this.known = known;
    this.sink = sink;
    options = Judgement.of(run.directory().manifest()).options();
    options.sloClasses().forEach(this::know);
  }

  @Override
  public void accept(LogEntry entry) {
    if (entry instanceof RequestRecord request) {
      sink.accept(request, events(request).next(request));
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
    known.accept(
        sloClass,
        own == null
            ? ServiceObjective.ofClass(sloClass, slo, options.attainmentTarget(), null)
            : own);
  }

  private TrafficPlan plan() {
    Slo common = options.slo();
    SortedMap<String, Slo> slos = new TreeMap<>(options.sloClasses());
    if (common != null && !only.isEmpty()) {
      slos.put(only, common);
    }
    TrafficPlan plan = TrafficPlan.DEFAULTS;
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
