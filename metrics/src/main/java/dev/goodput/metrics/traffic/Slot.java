package dev.goodput.metrics.traffic;

import dev.goodput.metrics.stream.LatencyMetric;
import java.util.EnumSet;
import java.util.Set;

/// A part of a window: the exchanges that ended in it.
final class Slot {
  /// How many values of a metric are stored exactly.
  static final int VALUES = 4096;

  static final Set<LatencyMetric> ALL = EnumSet.allOf(LatencyMetric.class);

  /// The metrics that are stored for one part of the traffic.
  private static final Set<LatencyMetric> FEW = EnumSet.of(LatencyMetric.TTFT, LatencyMetric.TPOT);

  final Tally tally;
  private final boolean waits;
  private final FineHistogram answered;
  private final FineHistogram left;
  private final FineHistogram timedOut;

  private Slot(TrafficPlan plan, MemoryPool pool, Set<LatencyMetric> kept, boolean waits) {
    this.waits = waits;
    tally = new Tally(plan, kept, () -> new FineHistogram(pool, VALUES));
    answered = new FineHistogram(pool, VALUES);
    left = new FineHistogram(pool, VALUES);
    timedOut = new FineHistogram(pool, VALUES);
  }

  /// Creates a slot with every metric.
  static Slot whole(TrafficPlan plan, MemoryPool pool) {
    return new Slot(plan, pool, ALL, true);
  }

  /// Creates a slot with the metrics that are shown by label.
  static Slot few(TrafficPlan plan, MemoryPool pool) {
    return new Slot(plan, pool, FEW, false);
  }

  void add(RecordEvaluation evaluation) {
    tally.add(evaluation);
    if (!evaluation.request().last() || !waits) {
      return;
    }
    if (evaluation.times().streamed()) {
      answered.add((double) evaluation.times().ttftNanos(), 1);
    } else if (evaluation.endedWithoutToken()) {
      FineHistogram ended = evaluation.clientLeft() ? left : timedOut;
      ended.add((double) (evaluation.endedNanos() - evaluation.times().startNanos()), 1);
    }
  }

  /// Adds everything from another slot.
  void addAll(Slot other) {
    tally.addAll(other.tally);
    answered.addAll(other.answered);
    left.addAll(other.left);
    timedOut.addAll(other.timedOut);
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
    tally.requests.histograms().forEach(FineHistogram::clear);
    answered.clear();
    left.clear();
    timedOut.clear();
  }
}
