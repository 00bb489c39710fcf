package dev.goodput.metrics.traffic;

import dev.goodput.metrics.tally.AvailabilitySlices;
import dev.goodput.record.RequestRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// All series, bounded in number.
final class SeriesTable {
  private static final String OTHER = TrafficLabels.OTHER;
  private static final TrafficLabels REST = rest(OTHER, OTHER);

  private final TrafficPlan plan;
  private final long beganNanos;
  private final BucketBoundaries grid;
  private final MemoryPool pool;
  private final LabelTable labels;

  /// The largest number of series with labels that clients choose.
  private int named;

  private final SortedMap<TrafficLabels, SeriesTally> series = new TreeMap<>();
  private final AvailabilitySlices slices;
  private final Windows windows;
  private final Map<TrafficLabel, Map<String, AvailabilitySlices>> slicesByLabel =
      new EnumMap<>(TrafficLabel.class);
  private int taken;

  SeriesTable(TrafficPlan plan, long beganNanos) {
    this.plan = plan;
    this.beganNanos = beganNanos;
    grid = new BucketBoundaries(plan);
    pool = new MemoryPool(plan.windowBytes());
    labels = new LabelTable(plan);
    named = named();
    slices = new AvailabilitySlices(beganNanos);
    windows = new Windows(plan, pool, beganNanos);
    for (TrafficLabel label : TrafficLabel.values()) {
      slicesByLabel.put(label, new HashMap<>());
    }
  }

  private int named() {
    int fixed = labels.configuredPairs() + 1;
    return Math.max(plan.seriesLimit() - fixed, fixed);
  }

  /// Admits more configured names.
  void know(SortedMap<TrafficLabel, Set<String>> names) {
    labels.know(names);
    named = named();
  }

  /// Adds a record to its series; returns the labels that it has there.
  TrafficLabels add(RecordEvaluation evaluation) {
    TrafficLabels found = labels.of(evaluation.request());
    TrafficLabels kept = keep(found);
    series
        .computeIfAbsent(kept, any -> new SeriesTally(plan, grid, pool, beganNanos))
        .add(evaluation);
    windows.add(evaluation);
    if (evaluation.request().last()) {
      addSlices(kept, evaluation.request());
    }
    return kept;
  }

  /// Adds output tokens that engines report as recomputed.
  void recomputed(long nowNanos, long tokens) {
    windows.recomputed(nowNanos, tokens);
  }

  /// Adds energy that is attributed to a series.
  void attribute(TrafficLabels labels, double joules) {
    SeriesTally tally = series.get(labels);
    if (tally != null) {
      tally.totals.joules += joules;
    }
  }

  /// Returns the labels to use. If there are too many series, the labels that clients choose are
  /// replaced first. Each pair of a configured upstream and class has a reserved series, so its
  /// counts stay right.
  private TrafficLabels keep(TrafficLabels found) {
    TrafficLabels rest =
        labels.configured(found.upstream(), found.sloClass())
            ? rest(found.upstream(), found.sloClass())
            : REST;
    boolean hasRoom = found.equals(rest) || series.containsKey(found) || reservePlace();
    TrafficLabels kept = hasRoom ? found : rest;
    labels.countFolded(found, kept);
    return kept;
  }

  private boolean reservePlace() {
    boolean free = taken < named;
    taken += free ? 1 : 0;
    return free;
  }

  private static TrafficLabels rest(String upstream, String sloClass) {
    return new TrafficLabels(OTHER, OTHER, OTHER, upstream, sloClass);
  }

  /// Returns the upstream label of a record that belongs to no series.
  String upstream(RequestRecord request) {
    return labels.upstream(request);
  }

  private void addSlices(TrafficLabels kept, RequestRecord request) {
    slices.add(request);
    slicesByLabel.forEach((label, byValue) ->
        byValue
            .computeIfAbsent(kept.get(label), any -> new AvailabilitySlices(beganNanos))
            .add(request));
  }

  SortedMap<TrafficLabel, Long> folded() {
    return labels.folded();
  }

  /// Returns all traffic.
  TrafficSeries all(long nowNanos) {
    return assembler(nowNanos).all(series.values(), windows, slices);
  }

  /// Returns each series.
  List<TrafficSeries> each(long nowNanos) {
    SeriesAssembler assembler = assembler(nowNanos);
    List<TrafficSeries> each = new ArrayList<>();
    series.forEach((key, part) -> each.add(assembler.one(key, part)));
    return each;
  }

  /// Returns the traffic by each single label.
  SortedMap<TrafficLabel, SortedMap<String, TrafficSeries>> rollups(long nowNanos) {
    SortedMap<TrafficLabel, SortedMap<String, TrafficSeries>> rollups = new TreeMap<>();
    slicesByLabel.forEach((label, byValue) -> rollups.put(label, rollup(label, byValue, nowNanos)));
    return rollups;
  }

  private SortedMap<String, TrafficSeries> rollup(
      TrafficLabel label, Map<String, AvailabilitySlices> byValue, long nowNanos) {
    Map<String, Collection<SeriesTally>> parts = new HashMap<>();
    series.forEach(
        (key, part) -> parts.computeIfAbsent(key.get(label), any -> new ArrayList<>()).add(part));
    SeriesAssembler assembler = assembler(nowNanos);
    SortedMap<String, TrafficSeries> rollup = new TreeMap<>();
    parts.forEach((value, of) ->
        rollup.put(
            value,
            assembler.rolled(
                TrafficLabels.only(label, value),
                of,
                byValue.computeIfAbsent(value, any -> new AvailabilitySlices(beganNanos)))));
    return rollup;
  }

  private SeriesAssembler assembler(long nowNanos) {
    return new SeriesAssembler(plan, grid, beganNanos, nowNanos);
  }
}
