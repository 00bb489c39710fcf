package dev.goodput.metrics.traffic;

import dev.goodput.metrics.stream.LatencyMetric;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A part of a window: the exchanges that ended in it.
final class Slot implements RecordValues.ValueSink {
  /// How many values of a metric are stored exactly.
  static final int VALUES = 4096;

  private static final Set<LatencyMetric> ALL = Set.of(LatencyMetric.values());

  /// The metrics that are stored for one part of the traffic.
  private static final Set<LatencyMetric> FEW = Set.of(LatencyMetric.TTFT, LatencyMetric.TPOT);

  final Tally tally;
  private final MemoryPool pool;
  private final Set<LatencyMetric> kept;
  private final Map<LatencyMetric, FineHistogram> metrics = new EnumMap<>(LatencyMetric.class);
  private final FineHistogram answered;
  private final FineHistogram left;
  private final FineHistogram timedOut;

  private Slot(TrafficPlan plan, MemoryPool pool, Set<LatencyMetric> kept) {
    this.pool = pool;
    this.kept = kept;
    tally = new Tally(plan);
    answered = new FineHistogram(pool, VALUES);
    left = new FineHistogram(pool, VALUES);
    timedOut = new FineHistogram(pool, VALUES);
  }

  /// Creates a slot with every metric.
  static Slot whole(TrafficPlan plan, MemoryPool pool) {
    return new Slot(plan, pool, ALL);
  }

  /// Creates a slot with the metrics that are shown by label.
  static Slot few(TrafficPlan plan, MemoryPool pool) {
    return new Slot(plan, pool, FEW);
  }

  void add(RecordEvaluation evaluation) {
    tally.add(evaluation);
    evaluation.durations().to(this);
    if (!evaluation.request().last() || !kept.contains(LatencyMetric.STALL)) {
      return;
    }
    if (evaluation.times().streamed()) {
      answered.add((double) evaluation.times().ttftNanos(), 1);
    } else if (evaluation.endedWithoutToken()) {
      FineHistogram waits = evaluation.clientLeft() ? left : timedOut;
      waits.add((double) (evaluation.endedNanos() - evaluation.times().startNanos()), 1);
    }
  }

  @Override
  public void add(LatencyMetric metric, double value) {
    if (kept.contains(metric)) {
      histogram(metric).add(value, 1);
    }
  }

  @Override
  public void addAll(LatencyMetric metric, double[] values, int[] times, int number) {
    if (kept.contains(metric)) {
      histogram(metric).addAll(values, times, number);
    }
  }

  /// Adds everything from another slot.
  void addAll(Slot other) {
    tally.addAll(other.tally);
    other.metrics.forEach((metric, values) -> histogram(metric).addAll(values));
    answered.addAll(other.answered);
    left.addAll(other.left);
    timedOut.addAll(other.timedOut);
  }

  private FineHistogram histogram(LatencyMetric metric) {
    return metrics.computeIfAbsent(metric, any -> new FineHistogram(pool, VALUES));
  }

  /// Returns a metric's values; null if there are none.
  @Nullable FineHistogram metric(LatencyMetric metric) {
    return metrics.get(metric);
  }

  /// Returns the times to first token of all requests that had one.
  FineHistogram answered() {
    return answered;
  }

  /// Returns the waits of clients that left without a token.
  FineHistogram left() {
    return left;
  }

  /// Returns the waits without a token that the gateway ended.
  FineHistogram timedOut() {
    return timedOut;
  }

  /// Releases its memory.
  void release() {
    metrics.values().forEach(FineHistogram::clear);
    answered.clear();
    left.clear();
    timedOut.clear();
  }
}
