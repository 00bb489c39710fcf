package dev.goodput.telemetry;

import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.tally.SloSums;
import dev.goodput.metrics.traffic.Abandonment;
import dev.goodput.metrics.traffic.KaplanMeier;
import dev.goodput.metrics.traffic.Waste;
import dev.goodput.metrics.traffic.WasteCause;
import dev.goodput.record.ByteSink;
import dev.goodput.record.ByteSource;
import dev.goodput.record.Stamps;
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
      List.of(LatencyMetric.TTFT, LatencyMetric.TPOT, LatencyMetric.E2EL, LatencyMetric.STALL);

  /// The stored order of the histograms, which follow those of `ok` requests only: waits that ended
  /// without a token, and TTFT of requests that are not `ok`.
  private static final List<EventWait> WAITS = List.of(EventWait.LEFT, EventWait.TIMED_OUT);

  private static final int FIRST_WAIT = LATENCIES.size();
  private static final int OTHER_TTFT = FIRST_WAIT + WAITS.size();
  private static final int HISTOGRAMS = OTHER_TTFT + 1;

  private static final int ATTEMPTS = 0;
  private static final int INPUT = 1;
  private static final int OUTPUT = 2;
  private static final int COST = 3;
  private static final int WASTE_COUNTS = 4;

  private final long[] counts = new long[RollupCount.NUMBER];
  private final SortedMap<String, Long> outcomes = new TreeMap<>();
  private final Map<WasteCause, long[]> waste = new EnumMap<>(WasteCause.class);
  private final SortedMap<Integer, SloSums> slos = new TreeMap<>();
  private final SparseHistogram[] histograms = new SparseHistogram[HISTOGRAMS];

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
    addIf(event.result().sent(), RollupCount.SENT);
    EventVerdict verdict = event.verdict();
    boolean cancelled = kind == EventResult.Kind.CANCELLED;
    addIf(cancelled && verdict != null && verdict.judged(), RollupCount.CANCELLED_LATE);
    addIf(!cancelled && verdict == null, RollupCount.WITHOUT_SLO);
    addIf(kind == EventResult.Kind.FAILED && event.result().streamed(), RollupCount.FAILED_STREAMS);
    EventWait wait = event.waitEnded();
    if (wait != null) {
      histograms[FIRST_WAIT + WAITS.indexOf(wait)].add(event.residenceNanos());
    }
    if (kind == EventResult.Kind.OK) {
      addOk(event);
    } else if (Stamps.present(event.ttftNanos())) {
      histograms[OTHER_TTFT].add(event.ttftNanos());
    }
  }

  private void addOk(RequestEvent event) {
    EventTokens tokens = event.tokens();
    add(RollupCount.OK_INPUT_TOKENS, tokens.input());
    add(RollupCount.OK_OUTPUT_TOKENS, tokens.output());
    add(
        switch (tokens.source()) {
          case USAGE -> RollupCount.BY_USAGE;
          case TOKENIZER -> RollupCount.BY_TOKENIZER;
          case CHUNKS -> RollupCount.BY_CHUNKS;
        },
        1);
    boolean whole = event.result().streamed() && !Stamps.present(event.ttftNanos());
    addIf(whole, RollupCount.WHOLE_RESPONSES);
    EventReading reading = event.reading();
    if (reading != null) {
      add(RollupCount.READ_RESPONSES, 1);
      addIf(reading.noticeable(), RollupCount.NOTICEABLE_STALLS);
      addIf(reading.broken(), RollupCount.BROKEN_STALLS);
      add(RollupCount.STALLS, reading.stalls());
      add(RollupCount.STUTTERS, reading.stutters());
      add(RollupCount.STALL_MICROS, reading.stallMicros());
      add(RollupCount.READING_MICROS, reading.readingMicros());
    }
    for (int i = 0; i < LATENCIES.size(); i++) {
      double value = event.latency(LATENCIES.get(i));
      if (!Double.isNaN(value)) {
        histograms[i].add(Math.round(value));
      }
    }
  }

  private void add(RollupCount counter, long more) {
    counts[counter.code] += more;
  }

  private void addIf(boolean counted, RollupCount counter) {
    counts[counter.code] += counted ? 1 : 0;
  }

  /// Counts events that came too late.
  public void addTooLate(long events) {
    add(RollupCount.TOO_LATE, events);
  }

  /// Returns the number of events, with those that came too late: each one is the last attempt of
  /// its request, or another attempt followed it.
  public long events() {
    return get(RollupCount.REQUESTS) + get(RollupCount.RETRIES) + get(RollupCount.TOO_LATE);
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

  /// Makes further reads faster, once no more events follow.
  public void settle() {
    for (SparseHistogram each : histograms) {
      each.settle();
    }
  }

  /// Returns a roll-up of the same events that can change by itself.
  public Rollup copy() {
    Rollup copy = new Rollup(bits());
    copy.addAll(this);
    return copy;
  }

  /// Returns the precision of the histograms.
  int bits() {
    return histograms[0].bits();
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

  /// Returns the time to first token including the clients that left before it ([KaplanMeier]).
  public Abandonment abandonment() {
    SparseHistogram answered = new SparseHistogram(histograms[0].bits());
    answered.addAll(histogram(LatencyMetric.TTFT));
    answered.addAll(histograms[OTHER_TTFT]);
    return KaplanMeier.of(
        answered,
        histograms[FIRST_WAIT + WAITS.indexOf(EventWait.LEFT)],
        histograms[FIRST_WAIT + WAITS.indexOf(EventWait.TIMED_OUT)]);
  }

  /// Returns about how many bytes the histograms take in [#write].
  int writtenBytes() {
    int bytes = 0;
    for (SparseHistogram each : histograms) {
      bytes += each.writtenBytes();
    }
    return bytes;
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
    read.readHistograms(source);
    return read;
  }

  /// Those that an older version did not write are empty and as fine as the others.
  private void readHistograms(ByteSource source) {
    int number = source.count(2);
    for (int i = 0; i < number; i++) {
      SparseHistogram histogram = SparseHistogram.read(source);
      if (i < histograms.length) {
        histograms[i] = histogram;
        if (histogram.bits() != bits()) {
          throw new IllegalArgumentException("histograms of different precision");
        }
      }
    }
    for (int i = number; i < histograms.length; i++) {
      histograms[i] = new SparseHistogram(histograms[0].bits());
    }
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
