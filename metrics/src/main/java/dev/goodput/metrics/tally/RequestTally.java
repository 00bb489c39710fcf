package dev.goodput.metrics.tally;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.distribution.ValueHistogram;
import dev.goodput.metrics.interval.Overlap;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.slo.SloJudge;
import dev.goodput.metrics.stream.ItlTally;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import dev.goodput.record.TokenSource;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The one accumulator of requests: outcomes, tokens, SLO results by class, reading and latency
/// distributions of any set of attempts. The sample of a run, a part of a window of live traffic
/// and a series are such sets.
///
/// @param <H> the histograms: exact ones for logs, small ones for live traffic
@SuppressWarnings("EnumOrdinal") // places in an array: an EnumMap would allocate on every event
public final class RequestTally<H extends ValueHistogram<H>> {
  private final SortedMap<String, Slo> slos;
  private final Set<LatencyMetric> kept;
  private final Supplier<H> maker;
  private final RequestValues.ValueSink sink = new Sink();
  private final long[] counts = new long[RequestCount.values().length];
  private final WordCounts byOutcome = new WordCounts();
  private final WordCounts outputByOutcome = new WordCounts();
  private final SortedMap<String, SloClassTally> classes = new TreeMap<>();
  private final ItlTally itl = new ItlTally();
  private final ReadingTally reading = new ReadingTally();
  private final Map<LatencyMetric, H> histograms = new EnumMap<>(LatencyMetric.class);
  private double speeds;

  /// Creates a tally without requests.
  ///
  /// @param slos the SLOs by class name
  /// @param kept the metrics that have a histogram
  /// @param maker creates a histogram
  public RequestTally(SortedMap<String, Slo> slos, Set<LatencyMetric> kept, Supplier<H> maker) {
    this.slos = slos;
    this.kept = kept;
    this.maker = maker;
  }

  /// A receiver of the values of metrics that have a histogram.
  private final class Sink implements RequestValues.ValueSink {
    @Override
    public void add(LatencyMetric metric, double value) {
      if (kept.contains(metric)) {
        histogramOf(metric).add(value, 1);
      }
    }

    @Override
    public void addAll(LatencyMetric metric, double[] values, int[] times, int number) {
      if (kept.contains(metric)) {
        histogramOf(metric).addAll(values, times, number);
      }
    }
  }

  private H histogramOf(LatencyMetric metric) {
    return histograms.computeIfAbsent(metric, any -> maker.get());
  }

  private void add(RequestCount count, long more) {
    counts[count.ordinal()] += more;
  }

  private void addIf(boolean counted, RequestCount count) {
    counts[count.ordinal()] += counted ? 1 : 0;
  }

  /// Adds an attempt.
  public void add(JudgedRequest judged) {
    RequestRecord request = judged.request();
    addIf(!request.last(), RequestCount.RETRIES);
    addTokens(judged);
    if (request.last()) {
      addLast(judged);
    }
    if (!kept.isEmpty()) {
      judged.values().to(sink);
    }
  }

  private void addTokens(JudgedRequest judged) {
    RequestRecord request = judged.request();
    int output = request.outputTokens();
    add(RequestCount.INPUT, sent(request) ? request.inputTokens() : 0);
    add(RequestCount.OUTPUT, output);
    add(RequestCount.FAILED_OUTPUT, request.outcome().failure() ? output : 0);
    add(RequestCount.STREAMED, judged.view().carriedTokens());
    add(RequestCount.CHUNKS, request.chunks().count());
    TokenCounts tokens = request.tokens();
    addNamed(tokens.usageCachedInput(), RequestCount.CACHED_INPUT, RequestCount.CACHED_INPUT_NAMED);
    addNamed(tokens.usageReasoning(), RequestCount.REASONING, RequestCount.REASONING_NAMED);
    addNamed(
        tokens.usageRejectedDraft(),
        RequestCount.REJECTED_DRAFT,
        RequestCount.REJECTED_DRAFT_NAMED);
    if (output > 0 || judged.view().ok()) {
      outputByOutcome.add(request.outcome().key(), output);
    }
    String name = judged.sloClass();
    if (name != null) {
      sloClass(name).addTokens(output);
    }
  }

  private static boolean sent(RequestRecord request) {
    return Stamps.present(request.stamps().sentNanos());
  }

  private void addNamed(int tokens, RequestCount sum, RequestCount named) {
    if (tokens >= 0) {
      add(sum, tokens);
      add(named, 1);
    }
  }

  private void addLast(JudgedRequest judged) {
    RequestRecord request = judged.request();
    RequestView view = judged.view();
    Outcome outcome = request.outcome();
    boolean cancelled = outcome instanceof Outcome.Cancelled;
    add(RequestCount.REQUESTS, 1);
    addIf(sent(request), RequestCount.SENT);
    addIf(request.requested().turn() == 0, RequestCount.SESSIONS);
    addIf(view.ok(), RequestCount.OK);
    addIf(outcome.failure(), RequestCount.FAILED);
    addIf(cancelled, RequestCount.CANCELLED);
    addIf(cancelled && judged.judged(), RequestCount.CANCELLED_LATE);
    addIf(view.unstreamed(), RequestCount.UNSTREAMED);
    addIf(!cancelled && request.ofNoClass(), RequestCount.OF_NO_CLASS);
    long ended = request.stamps().endedNanos();
    long residence = Stamps.present(ended) ? ended - view.times().startNanos() : 0;
    add(RequestCount.RESIDENCE_NANOS, Math.max(0, residence));
    byOutcome.add(outcome.key(), 1);
    String name = judged.sloClass();
    SloJudge judge = judged.judge();
    if (name != null && judge != null) {
      sloClass(name).add(view, judge, judged.onTimeTokens());
    }
    if (!cancelled) {
      reading.add(view);
    }
    if (view.ok()) {
      addOk(view);
    }
  }

  private void addOk(RequestView view) {
    RequestRecord request = view.request();
    TokenSource source = request.outputSource();
    int tokenizer = request.tokens().tokenizerOutput();
    add(RequestCount.OK_INPUT, request.inputTokens());
    add(RequestCount.OK_OUTPUT, request.outputTokens());
    add(of(source), 1);
    addIf(request.usageImplausible(), RequestCount.CONTRADICTED);
    if (source == TokenSource.USAGE && tokenizer >= 0) {
      add(RequestCount.USAGE_WITH_TOKENIZER, request.streamedTokens());
      add(RequestCount.TOKENIZER_WITH_USAGE, tokenizer);
    }
    long e2el = view.times().e2elNanos();
    addIf(Stamps.present(e2el), RequestCount.E2EL_REQUESTS);
    add(RequestCount.E2EL_NANOS, Stamps.present(e2el) ? e2el : 0);
    if (view.times().streamed()) {
      addStream(view, source);
    }
  }

  private static RequestCount of(TokenSource source) {
    return switch (source) {
      case USAGE -> RequestCount.BY_USAGE;
      case TOKENIZER -> RequestCount.BY_TOKENIZER;
      case CHUNKS -> RequestCount.BY_CHUNKS;
    };
  }

  private void addStream(RequestView view, TokenSource source) {
    int chunks = view.request().chunks().count();
    int tokens = view.request().streamedTokens();
    add(RequestCount.STREAMED_ANSWERS, 1);
    add(RequestCount.OK_STREAMED, tokens);
    add(RequestCount.BURST, view.chunks().burstTokens());
    add(RequestCount.USAGE_WITH_CHUNKS, source == TokenSource.USAGE ? tokens : 0);
    add(RequestCount.CHUNKS_WITH_USAGE, source == TokenSource.USAGE ? chunks : 0);
    addIf(view.chunks().count() > 1, RequestCount.GAP_REQUESTS);
    double tpot = view.times().tpotNanos();
    addIf(Double.isNaN(tpot), RequestCount.TPOT_UNDEFINED);
    if (tpot > 0) {
      add(RequestCount.SPEEDS, 1);
      speeds += 1e9 / tpot;
    }
    itl.add(view);
  }

  /// Adds everything from another tally.
  public void addAll(RequestTally<H> other) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += other.counts[i];
    }
    byOutcome.addAll(other.byOutcome);
    outputByOutcome.addAll(other.outputByOutcome);
    other.classes.forEach((name, theirs) -> sloClass(name).addAll(theirs));
    itl.addAll(other.itl);
    reading.addAll(other.reading);
    other.histograms.forEach((metric, values) -> histogramOf(metric).addAll(values));
    speeds += other.speeds;
  }

  /// Returns a sum.
  public long get(RequestCount count) {
    return counts[count.ordinal()];
  }

  /// Returns a sum as a share of another number; null if that is 0.
  public @Nullable Double share(RequestCount count, long of) {
    return of == 0 ? null : Double.valueOf((double) get(count) / of);
  }

  /// Returns the share of failed requests, of those in the denominators; null without requests.
  public @Nullable Double errorRate() {
    return share(
        RequestCount.FAILED,
        get(RequestCount.OK) + get(RequestCount.FAILED) + get(RequestCount.CANCELLED_LATE));
  }

  /// Returns the share of output tokens that failed attempts received; null without tokens.
  public @Nullable Double tokenErrorRate() {
    return share(RequestCount.FAILED_OUTPUT, get(RequestCount.OUTPUT));
  }

  /// Returns the mean output speed over requests, in tokens per second; null without any.
  public @Nullable Double outputTpsPerUser() {
    long requests = get(RequestCount.SPEEDS);
    return requests == 0 ? null : Double.valueOf(speeds / requests);
  }

  /// Returns the requests by outcome key.
  public SortedMap<String, Long> byOutcome() {
    return byOutcome.build();
  }

  /// Returns the output tokens by outcome key, all attempts.
  public SortedMap<String, Long> outputByOutcome() {
    return outputByOutcome.build();
  }

  /// Returns the sums of a class that has an SLO; they follow what is added here.
  public SloClassTally sloClass(String name) {
    SloClassTally known = classes.get(name);
    if (known != null) {
      return known;
    }
    Slo slo = slos.get(name);
    if (slo == null) {
      throw new IllegalArgumentException("no SLO for the class \"" + name + "\"");
    }
    SloClassTally fresh = new SloClassTally(slo);
    classes.put(name, fresh);
    return fresh;
  }

  /// Returns the sums by class, of the classes with requests.
  public SortedMap<String, SloCount> slos() {
    SortedMap<String, SloCount> built = new TreeMap<>();
    classes.forEach((name, slo) -> built.put(name, slo.build()));
    return built;
  }

  /// Returns the inter-token latencies of `ok` streams; only to be read.
  public ItlTally itl() {
    return itl;
  }

  /// Returns the reading experience; only to be read.
  public ReadingTally reading() {
    return reading;
  }

  /// Returns the histograms in use.
  public Collection<H> histograms() {
    return histograms.values();
  }

  /// Returns the distribution of a metric; null without values.
  ///
  /// @param overlap how many requests make one independent observation
  /// @param build builds a distribution from a histogram and the number of independent observations
  public @Nullable Distribution distribution(
      LatencyMetric metric,
      Overlap overlap,
      BiFunction<H, @Nullable Double, @Nullable Distribution> build) {
    H values = histograms.get(metric);
    long requests =
        switch (metric) {
          case ITL -> itl.requests();
          case CHUNK_GAP -> get(RequestCount.GAP_REQUESTS);
          default -> values == null ? 0 : values.count();
        };
    Double worth = overlap.worth(requests);
    Distribution built = values == null ? null : build.apply(values, worth);
    return metric == LatencyMetric.ITL ? itl.distribution(built, worth) : built;
  }
}
