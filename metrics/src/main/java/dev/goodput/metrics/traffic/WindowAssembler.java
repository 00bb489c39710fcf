package dev.goodput.metrics.traffic;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.interval.Overlap;
import dev.goodput.metrics.result.Cost;
import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Rates;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.tally.GoodputFamily;
import dev.goodput.metrics.tally.RequestCount;
import dev.goodput.metrics.tally.RequestTally;
import dev.goodput.metrics.tally.SloCount;
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
  private final RequestTally<FineHistogram> requests;
  private final Overlap overlap;
  private final boolean tooShort;
  private final Map<LatencyMetric, Distribution> latencies = new EnumMap<>(LatencyMetric.class);

  /// @param all whether it covers all traffic, so that the number of overlapping requests is known
  /// @param totals counts since the meter started: used for the typical latency if nothing ended in
  ///   the window
  WindowAssembler(TrafficPlan plan, List<Slot> slots, double seconds, boolean all, Tally totals) {
    this.plan = plan;
    this.slots = slots;
    this.seconds = seconds;
    tally = Tally.combined(plan, slots);
    requests = tally.requests;
    overlap = all ? Overlap.at(concurrency()) : Overlap.UNKNOWN;
    boolean any = requests.get(RequestCount.REQUESTS) > 0;
    tooShort = seconds * 1e9 < WINDOW_E2EL_TIMES * typicalNanos(any ? requests : totals.requests);
  }

  /// Returns the mean end-to-end latency; if no response is finished, the mean time in flight; 0
  /// without requests.
  private static double typicalNanos(RequestTally<FineHistogram> of) {
    long finished = of.get(RequestCount.E2EL_REQUESTS);
    return finished > 0
        ? (double) of.get(RequestCount.E2EL_NANOS) / finished
        : (double) of.get(RequestCount.RESIDENCE_NANOS)
            / Math.max(1, of.get(RequestCount.REQUESTS));
  }

  /// Returns the period that rates are computed over; 0 if there are none.
  private double rateSeconds() {
    return tooShort ? 0 : seconds;
  }

  private double concurrency() {
    return seconds <= 0 ? 0 : requests.get(RequestCount.RESIDENCE_NANOS) / 1e9 / seconds;
  }

  /// @param cost cost of the infrastructure behind this traffic; null if there is none
  TrafficWindow assemble(WindowSpan span, @Nullable Double availability, @Nullable Cost cost) {
    for (LatencyMetric metric : LatencyMetric.values()) {
      double unit = metric.unit() == LatencyMetric.Unit.SECONDS ? MILLI_NANOS : 1;
      Distribution found =
          requests.distribution(
              metric, overlap, (values, worth) -> WindowDistribution.of(values, unit, worth));
      if (found != null) {
        latencies.put(metric, found);
      }
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
        requests.histograms().stream().mapToLong(FineHistogram::unplaced).sum(),
        tooShort,
        rates,
        requests.errorRate(),
        requests.tokenErrorRate(),
        availability,
        goodput,
        goodputs,
        requests
            .reading()
            .build(
                plan.paceTps(),
                latencies.get(LatencyMetric.STALL),
                latencies.get(LatencyMetric.TPOT)),
        share(tally.closeTokens, counts.tokens().okStreamed()),
        costs(cost, rates, goodput),
        KaplanMeier.of(
            WindowDistribution.combined(slots.stream().map(Slot::answered).toList()),
            WindowDistribution.combined(slots.stream().map(Slot::left).toList()),
            WindowDistribution.combined(slots.stream().map(Slot::timedOut).toList())));
  }

  private LevelResult.@Nullable CostResult costs(
      @Nullable Cost cost, Rates rates, @Nullable Goodput goodput) {
    return cost == null
        ? null
        : LevelResult.CostResult.of(cost, rates, goodput, sessionsPerSecond(), rateSeconds());
  }

  /// Returns sessions started per second; null if some requests name no session, as the number is
  /// then unknown.
  private @Nullable Double sessionsPerSecond() {
    boolean known = tally.ofSessions == requests.get(RequestCount.REQUESTS);
    double over = rateSeconds();
    return known && over > 0 ? Double.valueOf(tally.sessionsBegun / over) : null;
  }

  private Goodput goodput(Collection<SloCount> counts) {
    return GoodputFamily.of(counts, rateSeconds(), plan.attainmentTarget());
  }

  /// Adds recomputed tokens only over all classes, as their class is unknown.
  private Goodput recomputing(Goodput all) {
    return tally.recomputedKnown ? all.recomputing(tally.recomputed) : all;
  }

  private static @Nullable Double share(long count, long of) {
    return of == 0 ? null : Double.valueOf((double) count / of);
  }

  private Rates rates() {
    Double perUser = requests.outputTpsPerUser();
    if (rateSeconds() <= 0) {
      return new Rates(null, null, null, null, null, perUser, null, null, null, null);
    }
    boolean unread = requests.get(RequestCount.OK_INPUT) == 0 && requests.get(RequestCount.OK) > 0;
    Double input = unread ? null : Double.valueOf(requests.get(RequestCount.OK_INPUT) / seconds);
    double output = requests.get(RequestCount.OK_OUTPUT) / seconds;
    return new Rates(
        requests.get(RequestCount.OK) / seconds,
        input,
        output,
        input == null ? null : input + output,
        requests.get(RequestCount.OUTPUT) / seconds,
        perUser,
        concurrency(),
        null,
        null,
        null);
  }
}
