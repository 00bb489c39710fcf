package dev.goodput.telemetry;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.tally.ReadingCount;
import dev.goodput.metrics.tally.SloCount;
import dev.goodput.metrics.tally.SloCount.BoundCount;
import dev.goodput.metrics.tally.SloSums;
import dev.goodput.metrics.traffic.AlertFigures;
import dev.goodput.metrics.traffic.EdgeCounts;
import dev.goodput.metrics.traffic.HistogramTally;
import dev.goodput.metrics.traffic.Operations;
import dev.goodput.metrics.traffic.TokenSources;
import dev.goodput.metrics.traffic.TrafficCounts;
import dev.goodput.metrics.traffic.TrafficHistogram;
import dev.goodput.metrics.traffic.TrafficLabel;
import dev.goodput.metrics.traffic.TrafficLabels;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.metrics.traffic.TrafficSeries;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.metrics.traffic.TrafficTokens;
import dev.goodput.metrics.traffic.Trend;
import dev.goodput.metrics.traffic.Waste;
import dev.goodput.metrics.traffic.WasteCause;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Counters that only grow, as of one gateway's meter, but of many gateways: roll-ups are added as
/// they arrive, and a late one adds to the counters like any other. Thread-safe.
///
/// The number of series is limited as in a gateway: label values beyond the plan's limits count as
/// [TrafficLabels#OTHER].
public final class RollupCounters {
  /// What stands for an SLO whose bounds are unknown.
  private static final Slo UNKNOWN = Slo.parse("batch");

  private static final double BILLION = 1e9;
  private static final int FEWEST_BITS = 1;

  private final TrafficPlan plan;
  private final Map<LatencyMetric, TrafficHistogram> none = new EnumMap<>(LatencyMetric.class);
  private final Map<TrafficLabel, Set<String>> values = new EnumMap<>(TrafficLabel.class);
  private final SortedMap<TrafficLabel, Long> folded = new TreeMap<>();
  private final SortedMap<TrafficLabels, Sums> series = new TreeMap<>();
  private final Sums all;

  /// The sums of one set of labels, with histograms of a fixed size.
  private static final class Sums {
    private final Rollup counts = new Rollup(FEWEST_BITS);
    private final Map<LatencyMetric, HistogramTally> histograms =
        new EnumMap<>(LatencyMetric.class);

    Sums(Collection<Slo> slos) {
      Rollup.LATENCIES.forEach(each -> histograms.put(each, HistogramTally.of(each, slos)));
    }

    void add(Rollup part) {
      counts.addAll(part);
      histograms.forEach((metric, tally) -> part.histogram(metric).forEach(tally::add));
    }
  }

  /// Creates counters of no traffic.
  ///
  /// @param plan the gateways' SLOs by class, from which SLOs get their names, and the limits.
  ///   Without SLOs, the name of an SLO is the SLO class of its requests, and bounds are unknown
  public RollupCounters(TrafficPlan plan) {
    this.plan = plan;
    this.all = new Sums(plan.slos().values());
    for (LatencyMetric each : LatencyMetric.values()) {
      none.put(each, HistogramTally.of(each, plan.slos().values()).build());
    }
    for (TrafficLabel each : TrafficLabel.values()) {
      values.put(each, new HashSet<>());
    }
  }

  /// Adds a roll-up of all four labels, or a part of one.
  ///
  /// @throws IllegalArgumentException if the key has fewer labels: its requests are in other keys
  public synchronized void add(WindowRollup part) {
    if (part.key().mask() != RollupKey.FULL) {
      throw new IllegalArgumentException("requests of " + part.key() + " would count twice");
    }
    TrafficLabels labels = admitted(part.key(), records(part.sums()));
    series.computeIfAbsent(labels, any -> new Sums(plan.slos().values())).add(part.sums());
    all.add(part.sums());
  }

  private static long records(Rollup sums) {
    return sums.get(RollupCount.REQUESTS) + sums.get(RollupCount.RETRIES);
  }

  /// Roll-ups hold no upstreams.
  private TrafficLabels admitted(RollupKey key, long records) {
    TrafficLabels found =
        new TrafficLabels(key.model(), key.tenant(), key.route(), "", key.sloClass());
    TrafficLabels kept =
        new TrafficLabels(
            kept(TrafficLabel.MODEL, key.model()),
            kept(TrafficLabel.TENANT, key.tenant()),
            kept(TrafficLabel.ROUTE, key.route()),
            "",
            kept(TrafficLabel.SLO_CLASS, key.sloClass()));
    if (!series.containsKey(kept) && series.size() >= plan.seriesLimit()) {
      String other = TrafficLabels.OTHER;
      kept = new TrafficLabels(other, other, other, "", kept.sloClass());
    }
    for (TrafficLabel label : TrafficLabel.values()) {
      if (!kept.get(label).equals(found.get(label))) {
        folded.merge(label, records, Long::sum);
      }
    }
    return kept;
  }

  private String kept(TrafficLabel label, String value) {
    Set<String> known = values.computeIfAbsent(label, any -> new HashSet<>());
    boolean configured = label == TrafficLabel.SLO_CLASS && plan.slos().containsKey(value);
    boolean admitted =
        configured
            || value.isEmpty()
            || known.contains(value)
            || (known.size() < plan.labelValues() && known.add(value));
    return admitted ? value : TrafficLabels.OTHER;
  }

  /// Returns the requests that were judged by an SLO that the plan does not name; they are in no
  /// counter of an SLO.
  public synchronized long unnamed() {
    return all.counts.slos().entrySet().stream()
        .filter(each -> name("", each.getKey()) == null)
        .mapToLong(each -> each.getValue().total())
        .sum();
  }

  /// Returns the counters as traffic, of which only those are known that
  /// [dev.goodput.telemetry.metric.MetricRow#rolledUp] marks. All times are 0.
  public synchronized TrafficSnapshot snapshot() {
    List<TrafficSeries> found = new ArrayList<>();
    series.forEach((labels, sums) -> found.add(series(labels, sums)));
    TrafficSeries together = series(TrafficLabels.ALL, all);
    SortedMap<TrafficLabel, SortedMap<String, TrafficSeries>> byLabel = new TreeMap<>();
    byLabel.put(TrafficLabel.UPSTREAM, new TreeMap<>(Map.of("", together)));
    return new TrafficSnapshot(
        plan,
        0,
        0,
        records(all.counts),
        0,
        EdgeCounts.NONE,
        folded,
        together,
        found,
        byLabel,
        List.of(),
        new TreeMap<>(),
        new TreeMap<>(),
        new Trend(List.of(), List.of()),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        new TreeMap<>(),
        AlertFigures.NONE);
  }

  private TrafficSeries series(TrafficLabels labels, Sums sums) {
    Map<LatencyMetric, TrafficHistogram> histograms = new EnumMap<>(none);
    sums.histograms.forEach((metric, tally) -> histograms.put(metric, tally.build()));
    return new TrafficSeries(
        labels, 0, counts(labels, sums.counts), histograms, Operations.NONE, null, List.of());
  }

  private TrafficCounts counts(TrafficLabels labels, Rollup sums) {
    SortedMap<String, Long> output = new TreeMap<>();
    output.put("ok", sums.get(RollupCount.OK_OUTPUT_TOKENS));
    output.put("", sums.get(RollupCount.OUTPUT_TOKENS) - sums.get(RollupCount.OK_OUTPUT_TOKENS));
    return new TrafficCounts(
        sums.get(RollupCount.REQUESTS),
        sums.get(RollupCount.OK),
        sums.get(RollupCount.FAILED),
        sums.get(RollupCount.CANCELLED),
        sums.get(RollupCount.CANCELLED_LATE),
        sums.get(RollupCount.WHOLE_RESPONSES),
        sums.get(RollupCount.ATTEMPTS),
        sums.get(RollupCount.RETRIES),
        0,
        sums.outcomes(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        output,
        tokens(sums),
        slos(labels.sloClass(), sums),
        reading(sums),
        waste(sums),
        sums.get(RollupCount.COST_NANOS) / BILLION,
        sums.get(RollupCount.PRICED_ATTEMPTS),
        0);
  }

  private static TrafficTokens tokens(Rollup sums) {
    return new TrafficTokens(
        sums.get(RollupCount.INPUT_TOKENS),
        sums.get(RollupCount.CACHED_INPUT_TOKENS),
        sums.get(RollupCount.OUTPUT_TOKENS),
        sums.get(RollupCount.REASONING_TOKENS),
        0,
        sums.get(RollupCount.OK_INPUT_TOKENS),
        sums.get(RollupCount.OK_OUTPUT_TOKENS),
        sums.get(RollupCount.FAILED_OUTPUT_TOKENS),
        0,
        0,
        0,
        0,
        0,
        new TokenSources(
            0,
            sums.get(RollupCount.BY_USAGE),
            sums.get(RollupCount.BY_TOKENIZER),
            sums.get(RollupCount.BY_CHUNKS),
            0,
            null,
            0));
  }

  private static ReadingCount reading(Rollup sums) {
    return new ReadingCount(
        sums.get(RollupCount.READ_RESPONSES),
        sums.get(RollupCount.FAILED_STREAMS),
        sums.get(RollupCount.WHOLE_RESPONSES),
        sums.get(RollupCount.NOTICEABLE_STALLS),
        sums.get(RollupCount.BROKEN_STALLS),
        sums.get(RollupCount.STALLS),
        sums.get(RollupCount.STUTTERS),
        sums.get(RollupCount.STALL_MICROS) * 1e3,
        sums.get(RollupCount.READING_MICROS) * 1e3);
  }

  private static SortedMap<WasteCause, Waste> waste(Rollup sums) {
    SortedMap<WasteCause, Waste> inCurrency = new TreeMap<>();
    sums.waste()
        .forEach((cause, waste) ->
            inCurrency.put(
                cause,
                new Waste(
                    waste.attempts(),
                    waste.inputTokens(),
                    waste.outputTokens(),
                    waste.money() / BILLION)));
    return inCurrency;
  }

  private SortedMap<String, SloCount> slos(String sloClass, Rollup sums) {
    SortedMap<String, SloSums> byName = new TreeMap<>();
    sums.slos()
        .forEach((id, part) -> {
          String name = name(sloClass, id);
          if (name != null) {
            byName.computeIfAbsent(name, any -> new SloSums()).addAll(part);
          }
        });
    SortedMap<String, SloCount> counts = new TreeMap<>();
    byName.forEach(
        (name, part) -> counts.put(name, count(plan.slos().getOrDefault(name, UNKNOWN), part)));
    return counts;
  }

  /// Returns the name of the class that has an SLO: that of the request, else the default class,
  /// else the first; null if no class has it.
  private @Nullable String name(String sloClass, int id) {
    if (plan.slos().isEmpty()) {
      return sloClass;
    }
    List<String> names =
        plan.slos().entrySet().stream()
            .filter(each -> EventVerdict.id(each.getValue()) == id)
            .map(Map.Entry::getKey)
            .toList();
    if (names.isEmpty()) {
      return null;
    }
    return names.contains(sloClass) ? sloClass : names.getFirst();
  }

  static SloCount count(Slo slo, SloSums sums) {
    List<BoundCount> bounds = new ArrayList<>();
    for (int i = 0; i < slo.bounds().size(); i++) {
      bounds.add(new BoundCount(sums.applies(i), sums.within(i)));
    }
    return new SloCount(
        slo,
        sums.total(),
        sums.good(),
        sums.goodTokens(),
        sums.onTimeTokens(),
        sums.output(),
        sums.streamed(),
        bounds);
  }
}
