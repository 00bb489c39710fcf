package dev.goodput.metrics.traffic;

import dev.goodput.metrics.result.Cost;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.tally.AvailabilitySlices;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An assembler of the results of one or several series.
///
/// @param plan the meter's plan
/// @param grid the bucket boundaries
/// @param beganNanos when the meter started
/// @param nowNanos the moment of the snapshot
record SeriesAssembler(TrafficPlan plan, BucketBoundaries grid, long beganNanos, long nowNanos) {

  /// Returns all traffic, with all windows.
  TrafficSeries all(Collection<SeriesTally> parts, Windows held, AvailabilitySlices slices) {
    Tally totals = totals(parts);
    List<TrafficWindow> windows = new ArrayList<>();
    for (WindowSpan span : WindowSpan.values()) {
      List<Slot> slots = held.of(span, nowNanos);
      windows.add(window(span, slots, slices, totals, null));
    }
    return together(TrafficLabels.ALL, parts, totals, slices, windows);
  }

  /// Returns the traffic with one label's value.
  ///
  /// @param slices joint availability of the parts
  TrafficSeries rolled(
      TrafficLabels labels, Collection<SeriesTally> parts, AvailabilitySlices slices) {
    List<Slot> slots = new ArrayList<>();
    parts.forEach(part -> slots.addAll(part.recent(nowNanos)));
    Tally totals = totals(parts);
    TrafficWindow recent = window(SeriesTally.RECENT, slots, slices, totals, labels);
    return together(labels, parts, totals, slices, List.of(recent));
  }

  /// Returns one series.
  TrafficSeries one(TrafficLabels labels, SeriesTally part) {
    return together(labels, List.of(part), part.totals, part.slices, List.of());
  }

  private Tally totals(Collection<SeriesTally> parts) {
    Tally totals = Tally.counts(plan);
    parts.forEach(part -> totals.addAll(part.totals));
    return totals;
  }

  private TrafficSeries together(
      TrafficLabels labels,
      Collection<SeriesTally> parts,
      Tally totals,
      AvailabilitySlices slices,
      List<TrafficWindow> windows) {
    OperationTally operations = new OperationTally(grid);
    parts.forEach(part -> operations.addAll(part.operations));
    return new TrafficSeries(
        labels,
        parts.stream().mapToLong(SeriesTally::beganNanos).min().orElse(beganNanos),
        TallyCounts.of(totals),
        histograms(parts),
        operations.build(),
        slices.total(),
        windows);
  }

  /// @param part the part of the traffic; null for all of it
  private TrafficWindow window(
      WindowSpan span,
      List<Slot> slots,
      AvailabilitySlices slices,
      Tally totals,
      @Nullable TrafficLabels part) {
    double seconds = SlotRing.seconds(beganNanos, span.slotNanos(), nowNanos);
    return new WindowAssembler(plan, slots, seconds, part == null, totals)
        .assemble(span, slices.last(nowNanos, span.seconds()), part == null ? cost() : cost(part));
  }

  private Map<LatencyMetric, TrafficHistogram> histograms(Collection<SeriesTally> parts) {
    Map<LatencyMetric, TrafficHistogram> histograms = new EnumMap<>(LatencyMetric.class);
    for (LatencyMetric metric : LatencyMetric.values()) {
      HistogramTally all = grid.histogram(metric);
      parts.forEach(part -> all.addAll(part.histogram(metric)));
      histograms.put(metric, all.build());
    }
    return histograms;
  }

  /// Returns the cost of all traffic. Upstreams are shared, so only all traffic, and that of one
  /// upstream, has a cost of its own.
  private @Nullable Cost cost() {
    double perHour = plan.hourlyCosts().values().stream().mapToDouble(Double::doubleValue).sum();
    return plan.hourlyCosts().isEmpty() ? null : new Cost(perHour, plan.currency());
  }

  private @Nullable Cost cost(TrafficLabels labels) {
    Double perHour = plan.hourlyCosts().get(labels.upstream());
    boolean alone = labels.equals(TrafficLabels.only(TrafficLabel.UPSTREAM, labels.upstream()));
    return perHour == null || !alone ? null : new Cost(perHour, plan.currency());
  }
}
