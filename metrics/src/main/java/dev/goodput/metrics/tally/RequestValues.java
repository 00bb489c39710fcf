package dev.goodput.metrics.tally;

import dev.goodput.metrics.stream.ChunkTable;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.record.Outcome;
import java.util.Arrays;

/// The values of one request at a time by metric. Only the last attempt of an `ok` request has any,
/// as failures are excluded from latencies.
public final class RequestValues {
  private static final LatencyMetric[] METRICS = LatencyMetric.values();

  /// In the order of [#METRICS]; NaN for none.
  private final double[] values = new double[METRICS.length];

  private double[] gaps = new double[256];
  private double[] spread = new double[256];
  private int[] tokens = new int[256];
  private int[] once = ones(256);
  private int gapCount;
  private int itlCount;

  /// Replaces the current request.
  void load(RequestView view) {
    Arrays.fill(values, Double.NaN);
    gapCount = 0;
    itlCount = 0;
    if (!view.request().last() || !(view.request().outcome() instanceof Outcome.Ok)) {
      return;
    }
    for (int i = 0; i < METRICS.length; i++) {
      values[i] = METRICS[i].oncePerRequest() ? METRICS[i].of(view) : Double.NaN;
    }
    if (view.times().streamed()) {
      gaps(view);
    }
  }

  private void gaps(RequestView view) {
    ChunkTable chunks = view.chunks();
    reserve(chunks.count());
    for (int i = 1; i < chunks.count(); i++) {
      gaps[gapCount++] = chunks.nanos(i) - chunks.nanos(i - 1);
    }
    view.eachItl((nanos, times) -> {
      spread[itlCount] = nanos;
      tokens[itlCount++] = times;
    });
  }

  private void reserve(int chunks) {
    if (chunks > gaps.length) {
      int length = Math.max(chunks, 2 * gaps.length);
      gaps = new double[length];
      spread = new double[length];
      tokens = new int[length];
      once = ones(length);
    }
  }

  private static int[] ones(int length) {
    int[] ones = new int[length];
    Arrays.fill(ones, 1);
    return ones;
  }

  /// Passes every value to a sink, in nanoseconds or tokens.
  public void to(ValueSink sink) {
    for (int i = 0; i < METRICS.length; i++) {
      if (!Double.isNaN(values[i])) {
        sink.add(METRICS[i], values[i]);
      }
    }
    if (gapCount > 0) {
      sink.addAll(LatencyMetric.CHUNK_GAP, gaps, once, gapCount);
    }
    if (itlCount > 0) {
      sink.addAll(LatencyMetric.ITL, spread, tokens, itlCount);
    }
  }

  /// A receiver of values.
  public interface ValueSink {
    /// Adds one value.
    void add(LatencyMetric metric, double value);

    /// Adds the first `number` values, each `times` times.
    void addAll(LatencyMetric metric, double[] values, int[] times, int number);
  }
}
