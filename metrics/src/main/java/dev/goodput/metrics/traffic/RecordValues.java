package dev.goodput.metrics.traffic;

import dev.goodput.metrics.result.ItlSource;
import dev.goodput.metrics.stream.ChunkTable;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.record.Outcome;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/// The values of one record by metric. Only the last attempt of an `ok` request has any, as
/// failures are excluded from latencies.
final class RecordValues {
  /// Largest relative difference between the numbers of chunks and tokens that counts as one token
  /// per chunk.
  private static final double SAME = 0.01;

  private final Map<LatencyMetric, Double> values = new EnumMap<>(LatencyMetric.class);
  private double[] gaps = new double[256];
  private double[] spread = new double[256];
  private int[] tokens = new int[256];
  private int[] once = ones(256);
  private int count;
  private ItlSource itlSource = ItlSource.NONE;

  void load(RequestView view) {
    values.clear();
    count = 0;
    itlSource = ItlSource.NONE;
    if (!view.request().last() || !(view.request().outcome() instanceof Outcome.Ok)) {
      return;
    }
    for (LatencyMetric metric : LatencyMetric.values()) {
      double value = metric.oncePerRequest() ? metric.of(view) : Double.NaN;
      if (!Double.isNaN(value)) {
        values.put(metric, value);
      }
    }
    if (view.times().streamed()) {
      gaps(view);
    }
  }

  private void gaps(RequestView view) {
    ChunkTable chunks = view.chunks();
    reserve(chunks.count());
    itlSource = Double.isNaN(view.itlNanos()) ? ItlSource.NONE : source(view, chunks);
    for (int i = 1; i < chunks.count(); i++) {
      long gap = chunks.nanos(i) - chunks.nanos(i - 1);
      gaps[count] = gap;
      tokens[count] = chunks.counted() ? chunks.tokens(i) : 1;
      spread[count] = tokens[count] > 0 ? (double) gap / tokens[count] : 0;
      count++;
    }
  }

  private static ItlSource source(RequestView view, ChunkTable chunks) {
    if (chunks.counted()) {
      return ItlSource.USAGE;
    }
    return same(view.times().tokens(), chunks.count()) ? ItlSource.CHUNKS : ItlSource.NONE;
  }

  /// Returns the source of the tokens per chunk; [ItlSource#NONE] if the record has no inter-token
  /// latency.
  ItlSource itlSource() {
    return itlSource;
  }

  private static boolean same(int tokens, int chunks) {
    return Math.abs(chunks - tokens) <= SAME * tokens;
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
  void to(ValueSink sink) {
    values.forEach((metric, value) -> sink.add(metric, value));
    if (count > 0) {
      sink.addAll(LatencyMetric.CHUNK_GAP, gaps, once, count);
    }
    if (count > 0 && itlSource != ItlSource.NONE) {
      sink.addAll(LatencyMetric.ITL, spread, tokens, count);
    }
  }

  /// A receiver of values.
  interface ValueSink {
    void add(LatencyMetric metric, double value);

    /// Adds the first `number` values, each as often as `times` says, which may be 0.
    void addAll(LatencyMetric metric, double[] values, int[] times, int number);
  }
}
