package dev.goodput.metrics.analysis;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.distribution.DistributionBuilder;
import dev.goodput.metrics.interval.Overlap;
import dev.goodput.metrics.result.Latencies;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Reading;
import dev.goodput.metrics.result.Requests;
import dev.goodput.metrics.result.Tokens;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.stream.ItlSource;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.stream.RequestTimes;
import dev.goodput.metrics.tally.AvailabilitySlices;
import dev.goodput.metrics.tally.JudgedRequest;
import dev.goodput.metrics.tally.RequestCount;
import dev.goodput.metrics.tally.RequestTally;
import dev.goodput.record.TokenSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The requests of a level's sample.
final class SampleTally {
  /// The metrics that a report has distributions of; stalls are those of [Reading].
  private static final Set<LatencyMetric> KEPT = kept();

  final RequestTally<DistributionBuilder> all;
  private final AvailabilitySlices slices;
  private final LaterTimes fromDispatch = new LaterTimes();
  private final LaterTimes service = new LaterTimes();

  SampleTally(SortedMap<String, Slo> slos, long windowBegin) {
    all = new RequestTally<>(slos, KEPT, DistributionBuilder::new);
    slices = new AvailabilitySlices(windowBegin);
  }

  private static Set<LatencyMetric> kept() {
    Set<LatencyMetric> kept = EnumSet.copyOf(LatencyMetric.boundableMetrics());
    kept.add(LatencyMetric.GATEWAY_WAIT);
    return kept;
  }

  /// Adds an attempt.
  void add(JudgedRequest judged) {
    all.add(judged);
    if (!judged.request().last()) {
      return;
    }
    slices.add(judged.request());
    if (judged.view().ok()) {
      RequestTimes times = judged.view().times();
      fromDispatch.add(times.dispatchTtftNanos(), times.dispatchE2elNanos());
      service.add(times.serviceTtftNanos(), times.serviceE2elNanos());
    }
  }

  long get(RequestCount count) {
    return all.get(count);
  }

  /// Returns the mean end-to-end latency; NaN without any.
  double meanE2elNanos() {
    return (double) get(RequestCount.E2EL_NANOS) / get(RequestCount.E2EL_REQUESTS);
  }

  /// Returns the reference for lag if no SLO gives one: TTFT p50, else that of E2EL.
  @Nullable Double typicalMillis() {
    Distribution ttft = of(LatencyMetric.TTFT, Overlap.UNKNOWN);
    Distribution typical = ttft == null ? of(LatencyMetric.E2EL, Overlap.UNKNOWN) : ttft;
    return typical == null ? null : typical.p50OrMax();
  }

  /// Returns which latency [#typicalMillis()] is of.
  String typicalName() {
    return of(LatencyMetric.TTFT, Overlap.UNKNOWN) == null ? "E2EL" : "TTFT";
  }

  private @Nullable Distribution of(LatencyMetric metric, Overlap overlap) {
    return all.distribution(metric, overlap, DistributionBuilder::build);
  }

  Latencies latencies(Overlap overlap) {
    SortedMap<LatencyMetric, Distribution> byMetric = new TreeMap<>();
    for (LatencyMetric metric : KEPT) {
      Distribution found = of(metric, overlap);
      if (found != null && metric != LatencyMetric.STALL) {
        byMetric.put(metric, found);
      }
    }
    return new Latencies(
        byMetric,
        fromDispatch.build(overlap),
        service.build(overlap),
        get(RequestCount.TPOT_UNDEFINED));
  }

  @Nullable Reading reading(double paceTps, Overlap overlap) {
    return all.reading()
        .build(paceTps, of(LatencyMetric.STALL, overlap), of(LatencyMetric.TPOT, overlap));
  }

  Requests requests() {
    return new Requests(
        get(RequestCount.REQUESTS),
        get(RequestCount.SENT),
        get(RequestCount.OK),
        get(RequestCount.UNSTREAMED),
        get(RequestCount.FAILED),
        get(RequestCount.CANCELLED),
        get(RequestCount.CANCELLED_LATE),
        get(RequestCount.OF_NO_CLASS),
        get(RequestCount.RETRIES),
        all.byOutcome());
  }

  LevelResult.Reliability reliability(List<LevelResult.Outage> outages) {
    return new LevelResult.Reliability(
        all.errorRate(), all.tokenErrorRate(), slices.total(), outages);
  }

  Tokens tokens() {
    SortedMap<TokenSource, Long> bySource = new TreeMap<>();
    putIfPositive(bySource, TokenSource.USAGE, RequestCount.BY_USAGE);
    putIfPositive(bySource, TokenSource.TOKENIZER, RequestCount.BY_TOKENIZER);
    putIfPositive(bySource, TokenSource.CHUNKS, RequestCount.BY_CHUNKS);
    ItlSource source = all.itl().source();
    boolean unknown = source == null && get(RequestCount.STREAMED_ANSWERS) > 0;
    return new Tokens(
        get(RequestCount.INPUT),
        get(RequestCount.OUTPUT),
        named(RequestCount.REASONING, RequestCount.REASONING_NAMED),
        named(RequestCount.CACHED_INPUT, RequestCount.CACHED_INPUT_NAMED),
        named(RequestCount.REJECTED_DRAFT, RequestCount.REJECTED_DRAFT_NAMED),
        bySource,
        unknown ? ItlSource.NONE : source,
        get(RequestCount.CHUNKS),
        all.share(RequestCount.BURST, get(RequestCount.OK_STREAMED)),
        all.outputByOutcome(),
        relative(RequestCount.TOKENIZER_WITH_USAGE, RequestCount.USAGE_WITH_TOKENIZER),
        relative(RequestCount.CHUNKS_WITH_USAGE, RequestCount.USAGE_WITH_CHUNKS));
  }

  private void putIfPositive(
      SortedMap<TokenSource, Long> bySource, TokenSource source, RequestCount count) {
    if (get(count) > 0) {
      bySource.put(source, get(count));
    }
  }

  private @Nullable Long named(RequestCount sum, RequestCount named) {
    return get(named) == 0 ? null : Long.valueOf(get(sum));
  }

  private @Nullable Double relative(RequestCount counted, RequestCount reference) {
    Double share = all.share(counted, get(reference));
    return share == null ? null : share - 1;
  }
}
