package dev.goodput.telemetry;

import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.tally.SloSums;
import dev.goodput.metrics.traffic.Waste;
import dev.goodput.metrics.traffic.WasteCause;
import dev.goodput.record.ByteSink;
import dev.goodput.record.ByteSource;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Sums over events: counters, outcomes, waste, SLO results and latency histograms. Merging is
/// exact, in any order. Mutable, for one thread.
public final class Rollup {
  /// The latencies that have a histogram, in the order in which they are stored; new ones are
  /// appended.
  public static final List<LatencyMetric> LATENCIES =
      List.of(LatencyMetric.TTFT, LatencyMetric.TPOT, LatencyMetric.E2EL);

  private static final int ATTEMPTS = 0;
  private static final int INPUT = 1;
  private static final int OUTPUT = 2;
  private static final int COST = 3;
  private static final int WASTE_COUNTS = 4;

  private final long[] counts = new long[RollupCount.NUMBER];
  private final SortedMap<String, Long> outcomes = new TreeMap<>();
  private final Map<WasteCause, long[]> waste = new EnumMap<>(WasteCause.class);
  private final SortedMap<Integer, SloSums> slos = new TreeMap<>();
  private final SparseHistogram[] histograms = new SparseHistogram[LATENCIES.size()];

  /// Creates an empty roll-up.
  ///
  /// @param bits precision of the histograms
  public Rollup(int bits) {
    for (int i = 0; i < histograms.length; i++) {
      histograms[i] = new SparseHistogram(bits);
    }
  }

  /// Adds an event.
  public void add(RequestEvent event) {
    EventResult result = event.result();
    EventTokens tokens = event.tokens();
    long input = result.sent() ? tokens.input() : 0;
    addIf(result.dispatched(), RollupCount.ATTEMPTS);
    addIf(!result.last(), RollupCount.RETRIES);
    add(RollupCount.INPUT_TOKENS, input);
    add(RollupCount.CACHED_INPUT_TOKENS, Math.max(0, tokens.cachedInput()));
    add(RollupCount.OUTPUT_TOKENS, tokens.output());
    add(RollupCount.REASONING_TOKENS, Math.max(0, tokens.reasoning()));
    boolean failed = result.kind() == EventResult.Kind.FAILED;
    add(RollupCount.FAILED_OUTPUT_TOKENS, failed ? tokens.output() : 0);
    add(RollupCount.COST_NANOS, Math.max(0, event.costNanos()));
    addIf(event.costNanos() >= 0 && result.dispatched(), RollupCount.PRICED_ATTEMPTS);
    if (result.waste() != null) {
      long[] sums = waste.computeIfAbsent(result.waste(), any -> new long[WASTE_COUNTS]);
      sums[ATTEMPTS]++;
      sums[INPUT] += input;
      sums[OUTPUT] += tokens.output();
      sums[COST] += Math.max(0, event.costNanos());
    }
    EventVerdict verdict = event.verdict();
    if (verdict != null) {
      judge(event.tokens(), verdict, slos.computeIfAbsent(verdict.slo(), any -> new SloSums()));
    }
    if (result.last()) {
      addLast(event);
    }
  }

  private static void judge(EventTokens tokens, EventVerdict verdict, SloSums sums) {
    sums.addTokens(tokens.output());
    sums.add(verdict.judged(), verdict.good(), tokens.output(), tokens.carried(), tokens.onTime());
    for (long rest = verdict.applies(); rest != 0; rest &= rest - 1) {
      int bound = Long.numberOfTrailingZeros(rest);
      sums.addBound(bound, (verdict.within() >>> bound & 1) != 0);
    }
  }

  private void addLast(RequestEvent event) {
    EventResult.Kind kind = event.result().kind();
    add(RollupCount.REQUESTS, 1);
    addIf(kind == EventResult.Kind.OK, RollupCount.OK);
    addIf(kind == EventResult.Kind.FAILED, RollupCount.FAILED);
    addIf(kind == EventResult.Kind.CANCELLED, RollupCount.CANCELLED);
    add(RollupCount.RESIDENCE_MICROS, event.residenceNanos() / 1000);
    outcomes.merge(event.result().outcome(), 1L, Long::sum);
    if (kind == EventResult.Kind.OK) {
      for (int i = 0; i < histograms.length; i++) {
        double value = event.latency(LATENCIES.get(i));
        if (!Double.isNaN(value)) {
          histograms[i].add(Math.round(value));
        }
      }
    }
  }

  private void add(RollupCount counter, long more) {
    counts[counter.code] += more;
  }

  private void addIf(boolean counted, RollupCount counter) {
    counts[counter.code] += counted ? 1 : 0;
  }

  /// Counts an event that came too late.
  public void addTooLate() {
    add(RollupCount.TOO_LATE, 1);
  }

  /// Adds all events of another roll-up, whose histograms are as fine or finer.
  public void addAll(Rollup other) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += other.counts[i];
    }
    other.outcomes.forEach((key, more) -> outcomes.merge(key, more, Long::sum));
    other.waste.forEach((cause, more) -> {
      long[] sums = waste.computeIfAbsent(cause, any -> new long[WASTE_COUNTS]);
      for (int i = 0; i < WASTE_COUNTS; i++) {
        sums[i] += more[i];
      }
    });
    other.slos.forEach((slo, more) -> slos.computeIfAbsent(slo, any -> new SloSums()).addAll(more));
    for (int i = 0; i < histograms.length; i++) {
      histograms[i].addAll(other.histograms[i]);
    }
  }

  /// Returns a roll-up of the same events that can change by itself.
  public Rollup copy() {
    Rollup copy = new Rollup(histograms[0].bits());
    copy.addAll(this);
    return copy;
  }

  /// Returns a counter.
  public long get(RollupCount counter) {
    return counts[counter.code];
  }

  /// Returns the requests by the key of their outcome.
  public SortedMap<String, Long> outcomes() {
    return Collections.unmodifiableSortedMap(outcomes);
  }

  /// Returns the wasted work by cause; the cost is in billionths of the currency.
  public SortedMap<WasteCause, Waste> waste() {
    SortedMap<WasteCause, Waste> found = new TreeMap<>();
    waste.forEach((cause, sums) ->
        found.put(cause, new Waste(sums[ATTEMPTS], sums[INPUT], sums[OUTPUT], sums[COST])));
    return found;
  }

  /// Returns the results by SLO, whose number is that of [EventVerdict#id].
  public SortedMap<Integer, SloSums> slos() {
    return Collections.unmodifiableSortedMap(slos);
  }

  /// Returns the histogram of one of [#LATENCIES], in nanoseconds.
  public SparseHistogram histogram(LatencyMetric metric) {
    return histograms[LATENCIES.indexOf(metric)];
  }

  void write(ByteSink sink) {
    sink.varint(counts.length);
    for (long each : counts) {
      sink.varint(each);
    }
    sink.varint(outcomes.size());
    outcomes.forEach((key, number) -> {
      sink.text(key);
      sink.varint(number);
    });
    sink.varint(waste.size());
    waste.forEach((cause, sums) -> {
      sink.octet(EventCodec.code(cause));
      for (long each : sums) {
        sink.varint(each);
      }
    });
    sink.varint(slos.size());
    slos.forEach((slo, tally) -> {
      sink.fixed32(slo);
      tally.write(sink);
    });
    sink.varint(histograms.length);
    for (SparseHistogram each : histograms) {
      each.write(sink);
    }
  }

  /// @throws IllegalArgumentException if the bytes hold no roll-up
  static Rollup read(ByteSource source) {
    Rollup read = new Rollup(SparseHistogram.FINE_BITS);
    int number = source.count(1);
    for (int i = 0; i < number; i++) {
      long count = source.varint();
      if (i < read.counts.length) {
        read.counts[i] = count;
      }
    }
    for (int i = source.count(2); i > 0; i--) {
      read.outcomes.put(source.text(), source.varint());
    }
    for (int i = source.count(1 + WASTE_COUNTS); i > 0; i--) {
      read.readWaste(source);
    }
    for (int i = source.count(5); i > 0; i--) {
      read.slos.put(source.fixed32(), SloSums.read(source));
    }
    int histograms = source.count(2);
    for (int i = 0; i < histograms; i++) {
      SparseHistogram histogram = SparseHistogram.read(source);
      if (i < read.histograms.length) {
        read.histograms[i] = histogram;
      }
    }
    return read;
  }

  private void readWaste(ByteSource source) {
    WasteCause cause = EventCodec.cause(source.octet());
    long[] sums = new long[WASTE_COUNTS];
    for (int i = 0; i < WASTE_COUNTS; i++) {
      sums[i] = source.varint();
    }
    if (cause != null) {
      waste.put(cause, sums);
    }
  }
}
