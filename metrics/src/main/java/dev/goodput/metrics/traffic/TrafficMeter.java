package dev.goodput.metrics.traffic;

import dev.goodput.metrics.server.EngineFigures;
import dev.goodput.metrics.server.PowerFigures;
import dev.goodput.record.RequestRecord;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;

/// A meter of traffic from the records of exchanges as they end. Single-threaded. The records'
/// timestamps and the moments passed in are on one time axis.
public final class TrafficMeter {
  private TrafficPlan plan;
  private final long beganNanos;
  private final RecordEvaluation evaluation;
  private final SeriesTable table;
  private final Trends trends;
  private final SlowestTally slowest = new SlowestTally();
  private final SessionTable sessions = new SessionTable();
  private final UnparsedTally addUnparsed = new UnparsedTally();
  private final CoalescingTable hops = new CoalescingTable();
  private final EventLog events = new EventLog();
  private final OutOfMemoryDetector memory = new OutOfMemoryDetector();
  private final FinishReasonDetector finishReasons = new FinishReasonDetector();
  private final EngineHistory engines = new EngineHistory();
  private final EnergyTally energy;
  private final TrafficWarningDetector signs = new TrafficWarningDetector(engines);
  private List<InFlight> inFlight = List.of();
  private boolean inFlightReported;
  private long records;
  private long lost;
  private EdgeCounts edge = EdgeCounts.NONE;
  private AlertFigures alerts = AlertFigures.NONE;

  /// Creates a meter that starts at 0.
  public TrafficMeter(TrafficPlan plan) {
    this(plan, 0);
  }

  /// Creates a meter that starts at a moment.
  public TrafficMeter(TrafficPlan plan, long beganNanos) {
    this.plan = plan;
    this.beganNanos = beganNanos;
    evaluation = new RecordEvaluation(plan);
    table = new SeriesTable(plan, beganNanos);
    trends = new Trends(beganNanos);
    energy = new EnergyTally(beganNanos);
  }

  /// Adds an attempt that ended. The record's `attempt` and `last` identify retries, and its
  /// passage has the labels; without a passage, all labels are unknown.
  public void add(RequestRecord request) {
    records++;
    evaluation.load(request);
    TrafficLabels labels = table.add(evaluation);
    trends.add(evaluation);
    slowest.add(evaluation);
    sessions.add(evaluation);
    hops.add(evaluation, labels.upstream());

    energy.add(evaluation, labels);
    inspectMemory(request);
    finishReasons.inspect(request).ifPresent(events::add);
  }

  /// Adds an exchange that was forwarded but not parsed; it is in no other figure.
  ///
  /// @param status status of the response to the client, 0 for none
  public void addUnparsed(RequestRecord request, int status) {
    addUnparsed.add(request, table.upstream(request), status);
    trends.addUnparsed(request);
    inspectMemory(request);
  }

  private void inspectMemory(RequestRecord request) {
    TrafficEvent ranOut = memory.inspect(request);
    if (ranOut != null) {
      events.add(ranOut);
    }
  }

  /// Adds observations that were lost before they reached the meter.
  public void lost(long observations) {
    lost += observations;
  }

  /// Sets the counts at the gateway's edges since the meter started.
  public void edge(EdgeCounts sinceBegin) {
    edge = sinceBegin;
  }

  /// Replaces the in-flight counts; calling it once a second is enough.
  public void inFlight(long nowNanos, List<InFlight> byUpstream) {
    inFlight = List.copyOf(byUpstream);
    inFlightReported = true;
    trends.inFlight(nowNanos, byUpstream);
  }

  /// Admits more configured names, as [TrafficPlan#known()] does at the start.
  public void know(SortedMap<TrafficLabel, Set<String>> names) {
    table.know(names);
    plan = plan.withAdditionalNames(names);
  }

  /// Adds an event.
  public void event(TrafficEvent event) {
    events.add(event);
  }

  /// Replaces the current alerts.
  public void alerts(AlertFigures known) {
    alerts = known;
  }

  /// Replaces the current figures of the upstreams' engines; calling it once a second is enough.
  public void engines(long nowNanos, List<EngineFigures> known) {
    engines.add(nowNanos, known);
    engines.recomputed().ifPresent(tokens -> table.recomputed(nowNanos, tokens));
  }

  /// Replaces the current energy of the upstreams; calling it once a second is enough.
  public void power(long nowNanos, List<PowerFigures> known) {
    energy.update(nowNanos, known, table::attribute);
  }

  /// Returns the traffic at a moment.
  public TrafficSnapshot snapshot(long nowNanos) {
    TrafficSeries all = table.all(nowNanos);
    Trend trend = trends.build(nowNanos);
    return new TrafficSnapshot(
        plan,
        beganNanos,
        nowNanos,
        records,
        lost,
        edge,
        table.folded(),
        all,
        table.each(nowNanos),
        table.rollups(nowNanos),
        inFlight,
        addUnparsed.build(),
        hops.verdicts(),
        trend,
        slowest.slowest(nowNanos),
        sessions.heaviest(),
        signs.signs(all, trend, inFlightReported, nowNanos),
        engines.latest(),
        energy.build(nowNanos),
        events.latest(),
        events.counts(),
        alerts);
  }
}
