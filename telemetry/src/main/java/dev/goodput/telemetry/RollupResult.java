package dev.goodput.telemetry;

import dev.goodput.metrics.chart.LevelChartData;
import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.interval.Overlap;
import dev.goodput.metrics.result.BoundResult;
import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.Latencies;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Rates;
import dev.goodput.metrics.result.Reading;
import dev.goodput.metrics.result.Requests;
import dev.goodput.metrics.result.RunResult;
import dev.goodput.metrics.result.SloResult;
import dev.goodput.metrics.result.Tokens;
import dev.goodput.metrics.result.Totals;
import dev.goodput.metrics.slo.Bound;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.tally.GoodputFamily;
import dev.goodput.metrics.tally.SloSums;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.TokenSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The result of a run, computed from the roll-ups of a time instead of a log.
///
/// Requests belong to the time in which they **ended**; a log's report counts them where they
/// started. Percentiles come from histograms and are never exact. What roll-ups do not hold is
/// absent: inter-token latency, the gateways' own lag, warm-up.
public final class RollupResult {
  private static final double MILLI_NANOS = 1e6;

  private final Rollup all;
  private final double seconds;
  private final @Nullable Slo slo;
  private final double target;
  private final double paceTps;

  private RollupResult(
      Rollup all, double seconds, @Nullable Slo slo, double target, double paceTps) {
    this.all = all;
    this.seconds = seconds;
    this.slo = slo;
    this.target = target;
    this.paceTps = paceTps;
  }

  /// Returns the result of a time.
  ///
  /// @param all the sums of the time; with an SLO, of the requests that it judges and no others:
  ///   latencies and failures are not stored by SLO
  /// @param seconds its length
  /// @param slo the SLO whose bounds are shown; null to show only the sums over all SLOs
  /// @param target the attainment that bounds without a percentile require
  /// @param paceTps the gateways' reading speed, in tokens per second
  /// @throws IllegalArgumentException if no request was judged by the SLO
  public static RunResult of(
      Rollup all, double seconds, @Nullable Slo slo, double target, double paceTps) {
    return new RollupResult(all, seconds, slo, target, paceTps).build();
  }

  private RunResult build() {
    SloSums sums = judged();
    List<BoundResult> bounds = slo == null ? List.of() : bounds(slo, sums);
    boolean judged = slo != null && sums.total() > 0;
    Boolean met = !judged ? null : Boolean.valueOf(bounds.stream().allMatch(BoundResult::holds));
    LevelResult level = level(bounds, met, sums);
    SloResult result =
        slo == null ? null : new SloResult(slo.expression(), slo.name(), slo.source(), target, met);
    return new RunResult(List.of(level), result, level.client(), List.of(), null);
  }

  /// Returns the sums of the SLO, or of all SLOs together without their bounds.
  private SloSums judged() {
    if (slo != null) {
      SloSums found = all.slos().get(EventVerdict.id(slo));
      if (found == null) {
        throw new IllegalArgumentException("no request was judged by " + slo.expression());
      }
      return found;
    }
    SloSums together = new SloSums();
    all.slos().values().forEach(together::addAll);
    return together;
  }

  private LevelResult level(List<BoundResult> bounds, @Nullable Boolean met, SloSums sums) {
    long nanos = Math.round(seconds * 1e9);
    return new LevelResult(
        0,
        new ClientHealth(
            ClientHealth.Verdict.TRUSTED,
            List.of(),
            List.of(),
            null,
            null,
            null,
            null,
            null,
            null,
            0,
            null),
        met,
        bounds,
        List.of(),
        new LevelResult.Load(
            ArrivalKind.OBSERVED.word(),
            null,
            null,
            get(RollupCount.REQUESTS) / seconds,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null),
        new LevelResult.Window(0, nanos, 0, nanos, "none", false, LevelEnded.Ending.COMPLETE),
        null,
        null,
        totals(),
        requests(),
        latencies(),
        rates(),
        reliability(),
        tokens(),
        all.slos().isEmpty() ? null : goodput(sums),
        reading(),
        null,
        new LevelResult.Lengths(null, null, null, null),
        List.of(),
        List.of(),
        List.of());
  }

  private long get(RollupCount count) {
    return all.get(count);
  }

  private Totals totals() {
    return new Totals(
        get(RollupCount.REQUESTS),
        0,
        get(RollupCount.OK),
        get(RollupCount.FAILED),
        get(RollupCount.CANCELLED),
        get(RollupCount.CANCELLED_LATE),
        get(RollupCount.ATTEMPTS),
        get(RollupCount.RETRIES),
        get(RollupCount.INPUT_TOKENS),
        get(RollupCount.OUTPUT_TOKENS),
        false,
        get(RollupCount.OK) > 0 && get(RollupCount.BY_USAGE) == get(RollupCount.OK),
        all.outcomes(),
        new TreeMap<>(),
        0,
        new TreeSet<>());
  }

  private Requests requests() {
    return new Requests(
        get(RollupCount.REQUESTS),
        get(RollupCount.SENT),
        get(RollupCount.OK),
        get(RollupCount.WHOLE_RESPONSES),
        get(RollupCount.FAILED),
        get(RollupCount.CANCELLED),
        get(RollupCount.CANCELLED_LATE),
        get(RollupCount.WITHOUT_SLO),
        get(RollupCount.RETRIES),
        all.outcomes());
  }

  private double concurrency() {
    return get(RollupCount.RESIDENCE_MICROS) / 1e6 / seconds;
  }

  private @Nullable Distribution latency(LatencyMetric metric) {
    SparseHistogram values = all.histogram(metric);
    return values.distribution(MILLI_NANOS, Overlap.at(concurrency()).worth(values.count()));
  }

  private Latencies latencies() {
    SortedMap<LatencyMetric, Distribution> byMetric = new TreeMap<>();
    for (LatencyMetric metric : Rollup.LATENCIES) {
      Distribution found = metric == LatencyMetric.STALL ? null : latency(metric);
      if (found != null) {
        byMetric.put(metric, found);
      }
    }
    Latencies.Twin none = new Latencies.Twin(null, null);
    long streams = all.histogram(LatencyMetric.TTFT).count();
    return new Latencies(byMetric, none, none, streams - all.histogram(LatencyMetric.TPOT).count());
  }

  private Rates rates() {
    double input = get(RollupCount.OK_INPUT_TOKENS) / seconds;
    double output = get(RollupCount.OK_OUTPUT_TOKENS) / seconds;
    Double known = input == 0 ? null : Double.valueOf(input);
    return new Rates(
        get(RollupCount.OK) / seconds,
        known,
        output,
        known == null ? null : Double.valueOf(known + output),
        get(RollupCount.OUTPUT_TOKENS) / seconds,
        null,
        concurrency(),
        null,
        null,
        null);
  }

  private LevelResult.Reliability reliability() {
    long judged = get(RollupCount.OK) + get(RollupCount.FAILED) + get(RollupCount.CANCELLED_LATE);
    return new LevelResult.Reliability(
        share(get(RollupCount.FAILED), judged),
        share(get(RollupCount.FAILED_OUTPUT_TOKENS), get(RollupCount.OUTPUT_TOKENS)),
        null);
  }

  private static @Nullable Double share(long part, long of) {
    return of == 0 ? null : Double.valueOf((double) part / of);
  }

  private Tokens tokens() {
    SortedMap<TokenSource, Long> bySource = new TreeMap<>();
    putIfAny(bySource, TokenSource.USAGE, RollupCount.BY_USAGE);
    putIfAny(bySource, TokenSource.TOKENIZER, RollupCount.BY_TOKENIZER);
    putIfAny(bySource, TokenSource.CHUNKS, RollupCount.BY_CHUNKS);
    SortedMap<String, Long> byOutcome = new TreeMap<>();
    byOutcome.put("ok", get(RollupCount.OK_OUTPUT_TOKENS));
    return new Tokens(
        get(RollupCount.INPUT_TOKENS),
        get(RollupCount.OUTPUT_TOKENS),
        named(RollupCount.REASONING_TOKENS),
        named(RollupCount.CACHED_INPUT_TOKENS),
        null,
        bySource,
        null,
        0,
        null,
        byOutcome,
        null,
        null);
  }

  private void putIfAny(
      SortedMap<TokenSource, Long> bySource, TokenSource source, RollupCount count) {
    if (get(count) > 0) {
      bySource.put(source, get(count));
    }
  }

  private @Nullable Long named(RollupCount count) {
    return get(count) == 0 ? null : Long.valueOf(get(count));
  }

  private Goodput goodput(SloSums sums) {
    if (slo != null) {
      return GoodputFamily.of(List.of(RollupCounters.count(slo, sums)), seconds, target);
    }
    if (sums.total() == 0) {
      return GoodputFamily.counts(List.of());
    }
    double attainment = (double) sums.good() / sums.total();
    return new Goodput(
        sums.good() / seconds,
        sums.goodTokens() / seconds,
        attainment,
        sums.output() / seconds * attainment,
        null,
        share(sums.goodTokens(), sums.output()),
        null,
        null,
        sums.good(),
        sums.goodTokens(),
        null);
  }

  /// Roll-ups count who is within a bound, not why others are not: those who failed come first.
  private List<BoundResult> bounds(Slo judging, SloSums sums) {
    List<BoundResult> results = new ArrayList<>();
    Double attainment = share(sums.good(), sums.total());
    for (int i = 0; i < judging.bounds().size(); i++) {
      Bound bound = judging.bounds().get(i);
      long applies = sums.applies(i);
      long outside = applies - sums.within(i);
      long failed = Math.min(get(RollupCount.FAILED), outside);
      long left = Math.min(get(RollupCount.CANCELLED_LATE), outside - failed);
      boolean known = Rollup.LATENCIES.contains(bound.metric());
      SparseHistogram values =
          known ? all.histogram(bound.metric()) : new SparseHistogram(SparseHistogram.FINE_BITS);
      double required = bound.requiredShare(target);
      results.add(
          new BoundResult(
              bound,
              applies,
              new BoundResult.Outside(failed, left, 0, outside - failed - left, 0),
              required,
              attainment != null && bound.holds(sums.within(i), applies, attainment, target),
              values.count() == 0 ? null : values.percentile(100 * required) / MILLI_NANOS,
              values.count()));
    }
    return results;
  }

  private @Nullable Reading reading() {
    long answers = get(RollupCount.READ_RESPONSES);
    long finished = answers + get(RollupCount.WHOLE_RESPONSES);
    double failures =
        finished == 0 ? 0 : (double) get(RollupCount.FAILED_STREAMS) * answers / finished;
    if (answers == 0) {
      return null;
    }
    Distribution tpot = latency(LatencyMetric.TPOT);
    Double median = tpot == null ? null : tpot.p50OrMax();
    return new Reading(
        paceTps,
        share(get(RollupCount.STALL_MICROS), get(RollupCount.READING_MICROS)),
        latency(LatencyMetric.STALL),
        (double) get(RollupCount.STALLS) / answers,
        (get(RollupCount.NOTICEABLE_STALLS) + failures) / (answers + failures),
        (get(RollupCount.BROKEN_STALLS) + failures) / (answers + failures),
        get(RollupCount.STUTTERS),
        median == null || median <= 0 ? null : Double.valueOf(1000 / median / paceTps));
  }

  /// Returns what is drawn of a time: the sums over time, without single requests. Windows need not
  /// begin where a slice does: what happened in a window belongs to its slices in proportion to the
  /// time that they share, its percentiles and attainment to the slice of its middle. Rates of the
  /// last slice are of the part of it that the time covers.
  ///
  /// @param windows the sums by the start of their window
  /// @param cover the windows; a slice is as long as the longest one, or a multiple of it
  /// @param slo as of [#of]
  public static LevelChartData chart(
      SortedMap<Long, Rollup> windows, RollupArchive.Cover cover, @Nullable Slo slo) {
    long span = cover.untilMillis() - cover.fromMillis();
    long slice =
        cover.longestMillis() * Math.max(1, Math.ceilDiv(span / cover.longestMillis(), 300));
    int number = (int) Math.ceilDiv(span, slice);
    List<Rollup> sums = new ArrayList<>();
    List<Flow> flows = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      sums.add(new Rollup(SparseHistogram.COARSE_BITS));
      flows.add(new Flow(Math.min(slice, span - i * slice) / 1e3));
    }
    for (RollupArchive.Window window : cover.windows()) {
      Rollup part = windows.get(window.startMillis());
      if (part == null) {
        continue;
      }
      long begin = window.startMillis() - cover.fromMillis();
      long end = begin + window.lengthMillis();
      sums.get((int) ((begin + end) / 2 / slice)).addAll(part);
      for (long i = begin / slice; i * slice < end; i++) {
        long shared = Math.min(end, (i + 1) * slice) - Math.max(begin, i * slice);
        flows.get((int) i).add(part, (double) shared / window.lengthMillis());
      }
    }
    List<LevelChartData.Slice> slices = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      slices.add(slice(sums.get(i), flows.get(i), slice / 1e3, slo));
    }
    LevelChartData.LogHistogram none = new LevelChartData.LogHistogram(List.of(), List.of());
    return new LevelChartData(
        0,
        0,
        slice * 1_000_000,
        slices,
        slice * 1_000_000,
        sums.stream().map(RollupResult::percentiles).toList(),
        none,
        none,
        none,
        none,
        List.of(),
        List.of());
  }

  /// What happened in the part of a slice that the time covers.
  private static final class Flow {
    private final double seconds;
    private double ok;
    private double failed;
    private double outputTokens;
    private double residence;

    Flow(double seconds) {
      this.seconds = seconds;
    }

    void add(Rollup sums, double share) {
      ok += share * sums.get(RollupCount.OK);
      failed += share * sums.get(RollupCount.FAILED);
      outputTokens += share * sums.get(RollupCount.OUTPUT_TOKENS);
      residence += share * sums.get(RollupCount.RESIDENCE_MICROS) / 1e6;
    }
  }

  /// @param seconds the length of a whole slice, by which rates are divided where they are drawn
  private static LevelChartData.Slice slice(
      Rollup sums, Flow flow, double seconds, @Nullable Slo slo) {
    SloSums judged = new SloSums();
    sums.slos()
        .forEach((id, each) -> {
          if (slo == null || id == EventVerdict.id(slo)) {
            judged.addAll(each);
          }
        });
    double whole = seconds / flow.seconds;
    return new LevelChartData.Slice(
        sums.get(RollupCount.REQUESTS),
        sums.get(RollupCount.REQUESTS),
        Math.round(flow.ok * whole),
        Math.round(flow.failed * whole),
        flow.outputTokens * whole,
        flow.residence / flow.seconds,
        judged.total(),
        slo == null ? -1 : judged.good());
  }

  private static LevelChartData.LatencyWindow percentiles(Rollup sums) {
    return new LevelChartData.LatencyWindow(
        percentiles(sums, LatencyMetric.TTFT),
        percentiles(sums, LatencyMetric.TPOT),
        percentiles(sums, LatencyMetric.E2EL));
  }

  private static LevelChartData.Percentiles percentiles(Rollup sums, LatencyMetric metric) {
    Distribution found = sums.histogram(metric).distribution(MILLI_NANOS, null);
    return found == null
        ? new LevelChartData.Percentiles(null, null, null)
        : new LevelChartData.Percentiles(found.p50OrMax(), found.p95(), found.p99());
  }
}
