package dev.goodput.metrics.analysis;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.distribution.DistributionBuilder;
import dev.goodput.metrics.interval.Overlap;
import dev.goodput.metrics.result.ItlSource;
import dev.goodput.metrics.result.Latencies;
import dev.goodput.metrics.stream.ChunkTable;
import dev.goodput.metrics.stream.RequestTimes;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.record.Stamps;
import org.jspecify.annotations.Nullable;

/// The latency distributions of the sample's `ok` requests.
final class LatencyTally {
  private final ItlSource itlSource;
  private final DistributionBuilder ttft = new DistributionBuilder();
  private final DistributionBuilder tpot = new DistributionBuilder();
  private final DistributionBuilder itl = new DistributionBuilder();
  private final DistributionBuilder chunkGap = new DistributionBuilder();
  private final DistributionBuilder generation = new DistributionBuilder();
  private final DistributionBuilder e2el = new DistributionBuilder();
  private final DistributionBuilder firstByte = new DistributionBuilder();
  private final DistributionBuilder firstAnswer = new DistributionBuilder();
  private final DistributionBuilder clientWait = new DistributionBuilder();
  private final DistributionBuilder dispatchTtft = new DistributionBuilder();
  private final DistributionBuilder dispatchE2el = new DistributionBuilder();
  private final DistributionBuilder serviceTtft = new DistributionBuilder();
  private final DistributionBuilder serviceE2el = new DistributionBuilder();
  private long tpotUndefined;
  private long itlRequests;
  private long itlTokens;
  private double itlNanos;
  private long gapRequests;
  private long speeds;
  private double speedSum;

  LatencyTally(ItlSource itlSource) {
    this.itlSource = itlSource;
  }

  void add(RequestView view) {
    RequestTimes times = view.times();
    add(ttft, times.ttftNanos());
    add(generation, times.generationNanos());
    add(e2el, times.e2elNanos());
    add(firstByte, times.firstByteNanos());
    add(firstAnswer, times.firstAnswerNanos());
    add(clientWait, times.clientWaitNanos());
    add(dispatchTtft, times.dispatchTtftNanos());
    add(dispatchE2el, times.dispatchE2elNanos());
    add(serviceTtft, times.serviceTtftNanos());
    add(serviceE2el, times.serviceE2elNanos());
    if (times.streamed()) {
      addTpot(times);
      addGaps(view.chunks());
      addItl(view);
    }
  }

  private static void add(DistributionBuilder to, long nanos) {
    if (Stamps.present(nanos)) {
      to.add(nanos);
    }
  }

  private void addTpot(RequestTimes times) {
    double nanos = times.tpotNanos();
    if (Double.isNaN(nanos)) {
      tpotUndefined++;
      return;
    }
    tpot.add(nanos, 1);
    if (nanos > 0) {
      speeds++;
      speedSum += 1e9 / nanos;
    }
  }

  private void addGaps(ChunkTable chunks) {
    for (int i = 1; i < chunks.count(); i++) {
      chunkGap.add(chunks.nanos(i) - chunks.nanos(i - 1));
    }
    gapRequests += chunks.count() > 1 ? 1 : 0;
  }

  /// The mean is Σ generation time ÷ Σ(N − k₁) whatever the source; percentiles need `k`.
  private void addItl(RequestView view) {
    ChunkTable chunks = view.chunks();
    if (Double.isNaN(view.itlNanos())) {
      return;
    }
    itlRequests++;
    itlTokens += view.gapTokens();
    itlNanos += view.times().generationNanos();
    if (itlSource == ItlSource.NONE) {
      return;
    }
    for (int i = 1; i < chunks.count(); i++) {
      int tokens = chunks.counted() ? chunks.tokens(i) : 1;
      if (tokens > 0) {
        itl.add((double) (chunks.nanos(i) - chunks.nanos(i - 1)) / tokens, tokens);
      }
    }
  }

  double meanE2elNanos() {
    return e2el.meanNanos();
  }

  /// Returns the reference for lag if no SLO gives one: TTFT p50, else that of E2EL.
  @Nullable Double typicalMillis() {
    Distribution distribution = ttft.count() > 0 ? ttft.build(null) : e2el.build(null);
    return distribution == null ? null : distribution.p50OrMax();
  }

  /// Which latency [#typicalMillis()] is of.
  String typicalName() {
    return ttft.count() > 0 ? "TTFT" : "E2EL";
  }

  /// Mean over requests of output speed, tokens/s.
  @Nullable Double speedPerUser() {
    return speeds == 0 ? null : speedSum / speeds;
  }

  /// Median of output speed, tokens/s: that of TPOT, turned over.
  @Nullable Double medianSpeed() {
    Distribution distribution = tpot.build(null);
    Double median = distribution == null ? null : distribution.p50OrMax();
    return median == null || median <= 0 ? null : 1000 / median;
  }

  /// Builds the distributions.
  ///
  /// @param overlap how many requests make one independent observation
  Latencies build(Overlap overlap) {
    return new Latencies(
        build(ttft, overlap),
        build(tpot, overlap),
        buildItl(overlap),
        chunkGap.build(overlap.worth(gapRequests)),
        build(generation, overlap),
        build(e2el, overlap),
        build(firstByte, overlap),
        build(firstAnswer, overlap),
        build(clientWait, overlap),
        new Latencies.Twin(build(dispatchTtft, overlap), build(dispatchE2el, overlap)),
        new Latencies.Twin(build(serviceTtft, overlap), build(serviceE2el, overlap)),
        tpotUndefined);
  }

  private @Nullable Distribution buildItl(Overlap overlap) {
    if (itlTokens == 0) {
      return null;
    }
    Double effective = overlap.worth(itlRequests);
    double mean = itlNanos / itlTokens / 1e6;
    Distribution spread = itl.build(effective);
    return spread == null ? Distribution.ofMean(itlTokens, mean, effective) : spread.withMean(mean);
  }

  private static @Nullable Distribution build(DistributionBuilder builder, Overlap overlap) {
    return builder.build(overlap.worth(builder.count()));
  }
}
