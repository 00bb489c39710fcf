package dev.goodput.metrics.traffic;

import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.tally.AvailabilitySlices;
import dev.goodput.metrics.tally.RequestValues;
import dev.goodput.record.RequestRecord;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// A collector of one series.
final class SeriesTally implements RequestValues.ValueSink {
  /// The only window that is kept for a part of the traffic.
  static final WindowSpan RECENT = WindowSpan.FIVE_MINUTES;

  final Tally totals;
  final AvailabilitySlices slices;
  final OperationTally operations;
  private final Map<LatencyMetric, HistogramTally> histograms = new EnumMap<>(LatencyMetric.class);
  private final SlotRing recent;
  private final BucketBoundaries grid;
  private long requestId;
  private long endedNanos;
  private long beganNanos = Long.MIN_VALUE;

  SeriesTally(TrafficPlan plan, BucketBoundaries grid, MemoryPool pool, long beganNanos) {
    totals = Tally.counts(plan);
    slices = new AvailabilitySlices(beganNanos);
    operations = new OperationTally(grid);
    this.grid = grid;
    recent = new SlotRing(() -> Slot.few(plan, pool), beganNanos, RECENT.slotNanos(), null);
  }

  void add(RecordEvaluation evaluation) {
    totals.add(evaluation);
    operations.add(evaluation);
    recent.add(evaluation);
    RequestRecord request = evaluation.request();
    if (request.last()) {
      slices.add(request);
    }
    requestId = request.id();
    endedNanos = evaluation.endedNanos();
    beganNanos = beganNanos == Long.MIN_VALUE ? endedNanos : beganNanos;
    evaluation.judged().values().to(this);
  }

  /// Returns when the first of its exchanges ended.
  long beganNanos() {
    return beganNanos;
  }

  @Override
  public void add(LatencyMetric metric, double value) {
    histogram(metric).add(Math.round(value), 1, requestId, endedNanos);
  }

  @Override
  public void addAll(LatencyMetric metric, double[] values, int[] times, int number) {
    HistogramTally histogram = histogram(metric);
    for (int i = 0; i < number; i++) {
      if (times[i] > 0) {
        histogram.add(Math.round(values[i]), times[i], requestId, endedNanos);
      }
    }
  }

  HistogramTally histogram(LatencyMetric metric) {
    return histograms.computeIfAbsent(metric, grid::histogram);
  }

  /// Returns the slots of the recent window at a moment.
  List<Slot> recent(long nowNanos) {
    recent.moveTo(nowNanos);
    return recent.live();
  }
}
