package dev.goodput.metrics.traffic;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A part of a window: what ended in it.
final class Slot implements Durations.Sink {
  /// Up to how many values of a metric are kept themselves.
  private static final int VALUES = 4096;

  final Tally tally;
  private final MemoryPool pool;
  private final Map<TrafficMetric, FineHistogram> metrics = new EnumMap<>(TrafficMetric.class);
  private final FineHistogram answered;
  private final FineHistogram left;

  Slot(TrafficPlan plan, MemoryPool pool) {
    this.pool = pool;
    tally = new Tally(plan);
    answered = new FineHistogram(pool, VALUES);
    left = new FineHistogram(pool, VALUES);
  }

  void add(Observation observed) {
    tally.add(observed);
    observed.durations().to(this);
    if (!observed.request().last()) {
      return;
    }
    if (observed.times().streamed()) {
      answered.add((double) observed.times().ttftNanos(), 1);
    } else if (observed.leftWaiting()) {
      left.add((double) (observed.endedNanos() - observed.times().startNanos()), 1);
    }
  }

  @Override
  public void add(TrafficMetric metric, double value) {
    histogram(metric).add(value, 1);
  }

  @Override
  public void addAll(TrafficMetric metric, double[] values, int[] times, int number) {
    histogram(metric).addAll(values, times, number);
  }

  private FineHistogram histogram(TrafficMetric metric) {
    return metrics.computeIfAbsent(metric, any -> new FineHistogram(pool, VALUES));
  }

  /// A metric's values; null without any.
  @Nullable FineHistogram metric(TrafficMetric metric) {
    return metrics.get(metric);
  }

  /// Time to the first token of every request that had one.
  FineHistogram answered() {
    return answered;
  }

  /// How long those waited who left without one.
  FineHistogram left() {
    return left;
  }

  /// Gives its memory back.
  void release() {
    metrics.values().forEach(FineHistogram::clear);
    answered.clear();
    left.clear();
  }
}
