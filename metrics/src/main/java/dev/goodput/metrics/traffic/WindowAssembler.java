package dev.goodput.metrics.traffic;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.interval.Overlap;
import dev.goodput.metrics.result.Cost;
import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Rates;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.tally.GoodputFamily;
import dev.goodput.metrics.tally.SloCount;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// An assembler of one window from the slots of one or many series.
final class WindowAssembler {
  private static final double MILLI_NANOS = 1e6;

  /// The same factor as for a run's window.
  private static final double WINDOW_E2EL_TIMES = 2;

  private final TrafficPlan plan;
  private final List<Slot> slots;
  private final double seconds;
  private final Tally tally;
  private final Overlap overlap;
  private final boolean tooShort;
  private final Map<LatencyMetric, Distribution> latencies = new EnumMap<>(LatencyMetric.class);
  private long unplaced;

  /// @param all whether it covers all traffic, so that the number of overlapping requests is known
  /// @param totals counts since the meter started: used for the typical latency if nothing ended in
  ///   the window
  WindowAssembler(TrafficPlan plan, List<Slot> slots, double seconds, boolean all, Tally totals) {
    this.plan = plan;
    this.slots = slots;
    this.seconds = seconds;
    tally = new Tally(plan);
    slots.forEach(slot -> tally.addAll(slot.tally));
    overlap = all ? Overlap.at(concurrency()) : new Overlap(null);
    Tally known = tally.get(CountIndex.REQUESTS) > 0 ? tally : totals;
    tooShort = seconds * 1e9 < WINDOW_E2EL_TIMES * known.typicalNanos();
  }

  /// Returns the period that rates are computed over; 0 if there are none.
  private double rateSeconds() {
    return tooShort ? 0 : seconds;
  }

  private double concurrency() {
    return seconds <= 0 ? 0 : tally.get(CountIndex.RESIDENCE_NANOS) / 1e9 / seconds;
  }

  /// @param cost cost of the infrastructure behind this traffic; null if there is none
  TrafficWindow assemble(WindowSpan span, @Nullable Double availability, @Nullable Cost cost) {
    for (LatencyMetric metric : LatencyMetric.values()) {
      addLatency(metric);
    }
    TrafficCounts counts = TallyCounts.of(tally);
    Goodput goodput = counts.slos().isEmpty() ? null : recomputing(goodput(counts.slos().values()));
    SortedMap<String, Goodput> goodputs = new TreeMap<>();
    counts.slos().forEach((name, count) -> goodputs.put(name, goodput(List.of(count))));
    Rates rates = rates();
    return new TrafficWindow(
        span.seconds(),
        seconds,
        counts,
        latencies,
        unplaced,
        tooShort,
        rates,
        share(CountIndex.FAILED, counts.ok() + counts.failed() + counts.cancelledLate()),
        share(CountIndex.FAILED_OUTPUT, counts.tokens().output()),
        availability,
        goodput,
        goodputs,
        tally.reading.build(
            plan.paceTps(), latencies.get(LatencyMetric.STALL), latencies.get(LatencyMetric.TPOT)),
        share(CountIndex.CLOSE, counts.tokens().okStreamed()),
        costs(cost, rates, goodput),
        KaplanMeier.of(
            WindowDistribution.together(slots.stream().map(Slot::answered).toList()),
            WindowDistribution.together(slots.stream().map(Slot::left).toList()),
            WindowDistribution.together(slots.stream().map(Slot::timedOut).toList())));
  }

  private LevelResult.@Nullable CostResult costs(
      @Nullable Cost cost, Rates rates, @Nullable Goodput goodput) {
    return cost == null
        ? null
        : LevelResult.CostResult.of(cost, rates, goodput, sessionsPerSecond());
  }

  /// Returns sessions started per second; null if some requests name no session, as the number is
  /// then unknown.
  private @Nullable Double sessionsPerSecond() {
    boolean known = tally.get(CountIndex.OF_SESSIONS) == tally.get(CountIndex.REQUESTS);
    double over = rateSeconds();
    return known && over > 0 ? Double.valueOf(tally.get(CountIndex.SESSIONS_BEGUN) / over) : null;
  }

  private Goodput goodput(Collection<SloCount> counts) {
    return GoodputFamily.of(counts, rateSeconds(), plan.attainmentTarget());
  }

  /// Adds recomputed tokens only over all classes, as their class is unknown.
  private Goodput recomputing(Goodput all) {
    return tally.get(CountIndex.RECOMPUTED_TOLD) == 0
        ? all
        : all.recomputing(tally.get(CountIndex.RECOMPUTED));
  }

  private @Nullable Double share(int count, long of) {
    return of == 0 ? null : Double.valueOf((double) tally.get(count) / of);
  }

  private void addLatency(LatencyMetric metric) {
    List<FineHistogram> parts = new ArrayList<>();
    for (Slot slot : slots) {
      FineHistogram part = slot.metric(metric);
      if (part != null) {
        parts.add(part);
      }
    }
    FineHistogram all = WindowDistribution.together(parts);
    unplaced += all.unplaced();
    double unit = metric.unit() == LatencyMetric.Unit.SECONDS ? MILLI_NANOS : 1;
    Distribution found = WindowDistribution.of(all, unit, overlap.worth(requests(metric, all)));
    if (metric == LatencyMetric.ITL) {
      found = tally.itl.distribution(found, overlap.worth(tally.itl.requests()));
    }
    if (found != null) {
      latencies.put(metric, found);
    }
  }

  /// Returns the number of requests behind a metric's values.
  private long requests(LatencyMetric metric, FineHistogram all) {
    return switch (metric) {
      case ITL -> tally.itl.requests();
      case CHUNK_GAP -> tally.get(CountIndex.GAP_REQUESTS);
      default -> all.count();
    };
  }

  private Rates rates() {
    long speeds = tally.get(CountIndex.SPEEDS);
    Double perUser = speeds == 0 ? null : Double.valueOf(tally.speeds / speeds);
    if (rateSeconds() <= 0) {
      return new Rates(null, null, null, null, null, perUser, null, null, null, null);
    }
    boolean unread = tally.get(CountIndex.OK_INPUT) == 0 && tally.get(CountIndex.OK) > 0;
    Double input = unread ? null : Double.valueOf(tally.get(CountIndex.OK_INPUT) / seconds);
    double output = tally.get(CountIndex.OK_OUTPUT) / seconds;
    return new Rates(
        tally.get(CountIndex.OK) / seconds,
        input,
        output,
        input == null ? null : input + output,
        tally.get(CountIndex.OUTPUT) / seconds,
        perUser,
        concurrency(),
        null,
        null,
        null);
  }
}
