package dev.goodput.metrics.traffic;

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

/// All series, their number being bounded.
final class SeriesTable {
  private static final String OTHER = TrafficLabels.OTHER;
  private static final TrafficLabels REST = rest(OTHER, OTHER);

  private final TrafficPlan plan;
  private final long beganNanos;
  private final Grid grid;
  private final MemoryPool pool;
  private final LabelTable labels;

  /// How many series there may be of what clients name.
  private int named;

  private final SortedMap<TrafficLabels, Series> series = new TreeMap<>();
  private final Slices slices;
  private final Windows windows;
  private final Map<TrafficLabel, Map<String, Slices>> slicesByLabel =
      new EnumMap<>(TrafficLabel.class);
  private int taken;

  SeriesTable(TrafficPlan plan, long beganNanos) {
    this.plan = plan;
    this.beganNanos = beganNanos;
    grid = new Grid(plan);
    pool = new MemoryPool(plan.windowBytes());
    labels = new LabelTable(plan);
    named = named();
    slices = new Slices(beganNanos);
    windows = new Windows(plan, pool, beganNanos);
    for (TrafficLabel label : TrafficLabel.values()) {
      slicesByLabel.put(label, new HashMap<>());
    }
  }

  private int named() {
    int fixed = labels.configuredPairs() + 1;
    return Math.max(plan.seriesLimit() - fixed, fixed);
  }

  /// Gives more names places of their own.
  void know(SortedMap<TrafficLabel, Set<String>> names) {
    labels.know(names);
    named = named();
  }

  /// Adds a record to its series; gives the labels it has there.
  TrafficLabels add(Observation observed) {
    TrafficLabels found = labels.of(observed.request());
    TrafficLabels kept = keep(found);
    series.computeIfAbsent(kept, any -> new Series(plan, grid, pool, beganNanos)).add(observed);
    windows.add(observed);
    if (observed.request().last()) {
      addSlices(kept, observed.request());
    }
    return kept;
  }

  /// Adds output tokens that engines say to have computed again.
  void recomputed(long nowNanos, long tokens) {
    windows.recomputed(nowNanos, tokens);
  }

  /// Where there are too many series, what clients name goes first: each pair of an upstream and a
  /// class that are configured has a place that nobody else can take, and stays right.
  private TrafficLabels keep(TrafficLabels found) {
    TrafficLabels rest =
        labels.configured(found.upstream(), found.sloClass())
            ? rest(found.upstream(), found.sloClass())
            : REST;
    boolean hasRoom = found.equals(rest) || series.containsKey(found) || takesPlace();
    TrafficLabels kept = hasRoom ? found : rest;
    labels.countFolded(found, kept);
    return kept;
  }

  private boolean takesPlace() {
    boolean free = taken < named;
    taken += free ? 1 : 0;
    return free;
  }

  private static TrafficLabels rest(String upstream, String sloClass) {
    return new TrafficLabels(OTHER, OTHER, OTHER, upstream, sloClass);
  }

  /// The upstream that a record is counted under, where it is in no series.
  String upstream(RequestRecord request) {
    return labels.upstream(request);
  }

  private void addSlices(TrafficLabels kept, RequestRecord request) {
    slices.add(request);
    slicesByLabel.forEach((label, byValue) ->
        byValue.computeIfAbsent(kept.get(label), any -> new Slices(beganNanos)).add(request));
  }

  SortedMap<TrafficLabel, Long> folded() {
    return labels.folded();
  }

  /// Everything together.
  TrafficSeries all(long nowNanos) {
    return assembler(nowNanos).all(series.values(), windows, slices);
  }

  /// Each series.
  List<TrafficSeries> each(long nowNanos) {
    SeriesAssembler assembler = assembler(nowNanos);
    List<TrafficSeries> each = new ArrayList<>();
    series.forEach((key, part) -> each.add(assembler.one(key, part)));
    return each;
  }

  /// By each label.
  SortedMap<TrafficLabel, SortedMap<String, TrafficSeries>> rollups(long nowNanos) {
    SortedMap<TrafficLabel, SortedMap<String, TrafficSeries>> rollups = new TreeMap<>();
    slicesByLabel.forEach((label, byValue) -> rollups.put(label, rollup(label, byValue, nowNanos)));
    return rollups;
  }

  private SortedMap<String, TrafficSeries> rollup(
      TrafficLabel label, Map<String, Slices> byValue, long nowNanos) {
    Map<String, Collection<Series>> parts = new HashMap<>();
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
                byValue.computeIfAbsent(value, any -> new Slices(beganNanos)))));
    return rollup;
  }

  private SeriesAssembler assembler(long nowNanos) {
    return new SeriesAssembler(plan, grid, beganNanos, nowNanos);
  }
}
