package dev.goodput.operate.review;

import dev.goodput.metrics.slo.Bound;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.traffic.InFlight;
import dev.goodput.metrics.traffic.TrafficEvent;
import dev.goodput.metrics.traffic.TrafficMeter;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.metrics.traffic.TrafficWarning;
import dev.goodput.observe.ServiceObservation;
import dev.goodput.operate.review.MissCause.Concentration;
import dev.goodput.operate.slo.ServiceObjective;
import dev.goodput.operate.slo.SliSource;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.HealthSample;
import dev.goodput.record.LogEntry;
import dev.goodput.record.RequestRecord;
import dev.goodput.telemetry.EventResult;
import dev.goodput.telemetry.EventVerdict;
import dev.goodput.telemetry.RequestEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The second pass over the logs, for one span: counts of its bad requests, and the warning signs
/// around its start, by the gateway's own meter.
final class CauseFinder {
  private static final Duration BEFORE = Duration.ofMinutes(20);
  private static final Duration AFTER = Duration.ofMinutes(10);
  private static final long MINUTE_NANOS = 60_000_000_000L;
  private static final double MAX_OF_BAD = 0.8;
  private static final double PART_OF_ALL = 0.6;
  private static final int MAX_VALUES = 1_000;

  private final MissedSpan span;

  /// Spans within this one, whose requests have causes of their own.
  private final List<MissedSpan> inside;

  private final Map<String, Long> outcomes = new HashMap<>();
  private final SortedMap<String, Map<String, long[]>> byLabel = new TreeMap<>();
  private final SortedMap<String, String> signs = new TreeMap<>();
  private final List<String> runs = new ArrayList<>();

  /// Upstreams that served the class in the span or before it.
  private final Set<String> served = new HashSet<>();

  private final TrafficMeter meter;
  private final EngineFacts engines;
  private final long originMillis;
  private long nextMinuteNanos = (BEFORE.toMinutes() - 5) * MINUTE_NANOS;
  private long requests;
  private long bad;

  private CauseFinder(MissedSpan span, List<MissedSpan> all) {
    this.span = span;
    this.inside = all.stream().filter(span::contains).toList();
    Slo slo = bounds();
    TrafficPlan plan = TrafficPlan.DEFAULTS;
    meter = new TrafficMeter(slo == null ? plan : plan.withSlo(span.sloClass(), slo));
    engines = new EngineFacts(span, BEFORE);
    originMillis = span.from().minus(BEFORE).toEpochMilli();
  }

  private @Nullable Slo bounds() {
    return span.slo().source() instanceof SliSource.Gateway source ? source.slo() : null;
  }

  /// Reads the directories that overlap a span.
  ///
  /// @param spans all spans
  static MissCause of(
      MissedSpan span,
      List<MissedSpan> spans,
      List<LoggedRun> all,
      Map<String, ServiceObjective> given) {
    CauseFinder finder = new CauseFinder(span, spans);
    for (LoggedRun run : all) {
      if (run.overlaps(span.from().minus(BEFORE), span.until())) {
        finder.read(run, given);
      }
    }
    return finder.cause();
  }

  private void read(LoggedRun run, Map<String, ServiceObjective> given) {
    if (run.from().isBefore(span.until()) && run.until().isAfter(span.from())) {
      runs.add(run.name());
    }
    engines.startDirectory(run.host());
    ServiceObservation.read(run.directory(), engines::add);
    RunReader reader =
        new RunReader(run, given, (_, _) -> {}, (request, event) -> add(run, request, event));
    run.directory()
        .read(entry -> {
          reader.accept(entry);
          health(run, entry);
        });
  }

  private void add(LoggedRun run, RequestRecord request, RequestEvent event) {
    long shift = (run.from().toEpochMilli() - originMillis) * 1_000_000;
    long nanos = (event.endedMillis() - originMillis) * 1_000_000;
    // What started before has stamps that the meter's time axis does not have.
    if (request.startNanos() + shift >= 0 && nanos < BEFORE.plus(AFTER).toNanos()) {
      look(nanos);
      meter.add(request.shifted(shift));
    }
    GatewayInfo passage = request.passage();
    if (passage != null
        && passage.sloClass().equals(span.sloClass())
        && event.endedMillis() >= originMillis
        && event.endedMillis() < span.until().toEpochMilli()) {
      served.add(passage.upstream());
    }
    EventVerdict verdict = event.verdict();
    boolean mine =
        event.labels().sloClass().equals(span.sloClass())
            && span.holds(event.endedMillis())
            && inside.stream().noneMatch(other -> other.holds(event.endedMillis()));
    if (mine && verdict != null && verdict.judged()) {
      count(event, verdict);
    }
  }

  private void health(LoggedRun run, LogEntry entry) {
    if (entry instanceof HealthSample sample) {
      long nanos = (run.from().toEpochMilli() - originMillis) * 1_000_000 + sample.atNanos();
      if (nanos >= 0 && nanos < BEFORE.plus(AFTER).toNanos()) {
        meter.inFlight(nanos, List.of(new InFlight("", sample.inFlight(), 0, 0)));
      }
    }
  }

  /// Takes the signs of each minute from five minutes before the start on.
  private void look(long nanos) {
    for (; nextMinuteNanos <= nanos; nextMinuteNanos += MINUTE_NANOS) {
      TrafficSnapshot at = meter.snapshot(nextMinuteNanos);
      for (TrafficWarning sign : at.signs()) {
        if (Boolean.TRUE.equals(sign.seen())) {
          signs.putIfAbsent(sign.kind().words(), sign.evidence());
        }
      }
      for (TrafficEvent event : at.events()) {
        signs.putIfAbsent(event.kind().key(), event.source() + " " + event.detail());
      }
    }
  }

  private void count(RequestEvent event, EventVerdict verdict) {
    requests++;
    boolean missed = !verdict.good();
    bad += missed ? 1 : 0;
    count("upstream", event.labels().upstream(), missed);
    count("tenant", event.labels().tenant(), missed);
    count("model", event.labels().model(), missed);
    count("route", event.labels().route(), missed);
    if (!missed) {
      return;
    }
    EventResult result = event.result();
    if (result.kind() == EventResult.Kind.FAILED) {
      String status = result.status() == 0 ? "" : " " + result.status();
      outcomes.merge(result.outcome() + status, 1L, Long::sum);
      return;
    }
    Slo slo = bounds();
    List<Bound> all = slo == null ? List.of() : slo.bounds();
    for (int i = 0; i < all.size(); i++) {
      boolean outside = (verdict.applies() & ~verdict.within() & 1L << i) != 0;
      if (outside) {
        outcomes.merge(
            all.get(i).metric().key().toUpperCase(Locale.ROOT) + " too long", 1L, Long::sum);
      }
    }
  }

  private void count(String label, String value, boolean missed) {
    Map<String, long[]> values = byLabel.computeIfAbsent(label, any -> new HashMap<>());
    if (values.size() < MAX_VALUES || values.containsKey(value)) {
      long[] counts = values.computeIfAbsent(value, any -> new long[2]);
      counts[0]++;
      counts[1] += missed ? 1 : 0;
    }
  }

  private MissCause cause() {
    List<Map.Entry<String, Long>> frequent = new ArrayList<>(outcomes.entrySet());
    frequent.sort(
        Map.Entry.<String, Long>comparingByValue()
            .reversed()
            .thenComparing(Map.Entry.comparingByKey()));
    List<Concentration> concentrations = new ArrayList<>();
    byLabel.forEach((label, values) ->
        values.forEach((value, counts) -> {
          double ofBad = bad == 0 ? 0 : (double) counts[1] / bad;
          double ofAll = requests == 0 ? 1 : (double) counts[0] / requests;
          if (ofBad >= MAX_OF_BAD && ofAll <= PART_OF_ALL) {
            concentrations.add(new Concentration(label, value, ofBad, ofAll));
          }
        }));
    concentrations.sort(Comparator.comparing(Concentration::label));
    List<String> seen = new ArrayList<>();
    signs.forEach((sign, evidence) -> seen.add(sign + ": " + evidence));
    return new MissCause(frequent, concentrations, seen, engines.facts(served), runs);
  }
}
