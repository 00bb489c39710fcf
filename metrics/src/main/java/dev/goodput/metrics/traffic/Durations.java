package dev.goodput.metrics.traffic;

import dev.goodput.metrics.ItlSource;
import dev.goodput.metrics.stream.ChunkTable;
import dev.goodput.metrics.stream.RequestTimes;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.record.Outcome;
import dev.goodput.record.Passage;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/// The values of one record by metric: none but of the last attempt of an `ok` request, as failures
/// have no place among latencies.
final class Durations {
  /// Chunks and tokens that differ by no more are one token a chunk (METRICS.md §3).
  private static final double SAME = 0.01;

  private final Map<TrafficMetric, Double> values = new EnumMap<>(TrafficMetric.class);
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
    times(view.times());
    legs(view.request());
    putPrompt(view.request().inputTokens());
    put(TrafficMetric.OUTPUT_TOKENS, view.request().outputTokens());
    if (view.times().streamed()) {
      putIfNumber(TrafficMetric.TPOT, view.times().tpotNanos());
      put(TrafficMetric.STALL, view.reader().longestStallNanos());
      gaps(view);
    }
  }

  private void times(RequestTimes times) {
    put(TrafficMetric.TTFT, times.ttftNanos());
    put(TrafficMetric.FIRST_BYTE, times.firstByteNanos());
    put(TrafficMetric.FIRST_ANSWER, times.firstAnswerNanos());
    put(TrafficMetric.GENERATION_TIME, times.generationNanos());
    put(TrafficMetric.E2EL, times.e2elNanos());
    put(TrafficMetric.GATEWAY_WAIT, times.clientWaitNanos());
    put(TrafficMetric.SERVICE_TTFT, times.serviceTtftNanos());
  }

  private void legs(RequestRecord request) {
    Stamps stamps = request.stamps();
    putBetween(TrafficMetric.HEADERS_WAIT, stamps.sentNanos(), stamps.headersNanos());
    Passage passage = request.passage();
    if (passage != null) {
      putBetween(TrafficMetric.FORWARD_DELAY, stamps.firstByteNanos(), passage.firstWrittenNanos());
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

  /// What tells the tokens of its chunks; nothing does where it has no inter-token latency.
  ItlSource itlSource() {
    return itlSource;
  }

  /// No prompt has none: nobody counted it.
  private void putPrompt(int tokens) {
    if (tokens > 0) {
      put(TrafficMetric.PROMPT_TOKENS, tokens);
    }
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

  private void putBetween(TrafficMetric metric, long from, long to) {
    if (Stamps.present(from) && Stamps.present(to)) {
      put(metric, to - from);
    }
  }

  private void put(TrafficMetric metric, long value) {
    if (Stamps.present(value)) {
      put(metric, (double) value);
    }
  }

  private void putIfNumber(TrafficMetric metric, double value) {
    if (!Double.isNaN(value)) {
      put(metric, value);
    }
  }

  private void put(TrafficMetric metric, double value) {
    values.put(metric, value);
  }

  /// Gives every value to a sink, in nanoseconds or tokens.
  void to(Sink sink) {
    values.forEach((metric, value) -> sink.add(metric, value));
    if (count > 0) {
      sink.addAll(TrafficMetric.CHUNK_GAP, gaps, once, count);
    }
    if (count > 0 && itlSource != ItlSource.NONE) {
      sink.addAll(TrafficMetric.ITL, spread, tokens, count);
    }
  }

  /// Takes values.
  interface Sink {
    void add(TrafficMetric metric, double value);

    /// The first so many values, each as often as it says; none where that is 0.
    void addAll(TrafficMetric metric, double[] values, int[] times, int number);
  }
}
