package dev.goodput.metrics.analysis;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.distribution.DistributionBuilder;
import dev.goodput.metrics.interval.Overlap;
import dev.goodput.metrics.result.Latencies;
import dev.goodput.metrics.stream.ChunkTable;
import dev.goodput.metrics.stream.ItlSource;
import dev.goodput.metrics.stream.ItlTally;
import dev.goodput.metrics.stream.RequestTimes;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.record.Stamps;
import org.jspecify.annotations.Nullable;

/// The latency distributions of the sample's `ok` requests.
final class LatencyTally {
  private final DistributionBuilder ttft = new DistributionBuilder();
  private final DistributionBuilder tpot = new DistributionBuilder();
  private final ItlTally itlMean = new ItlTally();
  private final DistributionBuilder itl = new DistributionBuilder();
  private final DistributionBuilder chunkGap = new DistributionBuilder();
  private final DistributionBuilder generation = new DistributionBuilder();
  private final DistributionBuilder e2el = new DistributionBuilder();
  private final DistributionBuilder stall = new DistributionBuilder();
  private final DistributionBuilder firstByte = new DistributionBuilder();
  private final DistributionBuilder firstAnswer = new DistributionBuilder();
  private final DistributionBuilder clientWait = new DistributionBuilder();
  private final DistributionBuilder dispatchTtft = new DistributionBuilder();
  private final DistributionBuilder dispatchE2el = new DistributionBuilder();
  private final DistributionBuilder serviceTtft = new DistributionBuilder();
  private final DistributionBuilder serviceE2el = new DistributionBuilder();
  private long tpotUndefined;
  private long gapRequests;
  private long speeds;
  private double speedSum;

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
      stall.add(view.reader().longestStallNanos(), 1);
      itlMean.add(view);
      view.eachItl(itl::add);
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

  /// Returns the longest stalls of the responses.
  @Nullable Distribution stalls(Overlap overlap) {
    return build(stall, overlap);
  }

  /// Returns the source of the tokens per chunk; null if no response has an inter-token latency.
  @Nullable ItlSource itlSource() {
    return itlMean.source();
  }

  /// Builds the distributions.
  ///
  /// @param overlap how many requests make one independent observation
  Latencies build(Overlap overlap) {
    Double itlWorth = overlap.worth(itlMean.requests());
    return new Latencies(
        build(ttft, overlap),
        build(tpot, overlap),
        itlMean.distribution(itl.build(itlWorth), itlWorth),
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

  private static @Nullable Distribution build(DistributionBuilder builder, Overlap overlap) {
    return builder.build(overlap.worth(builder.count()));
  }
}
