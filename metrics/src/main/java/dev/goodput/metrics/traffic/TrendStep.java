package dev.goodput.metrics.traffic;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.stream.RequestTimes;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import org.jspecify.annotations.Nullable;

/// Collects a [TrendPoint].
final class TrendStep {
  private static final int VALUES = 4096;
  private static final double MILLI_NANOS = 1e6;

  private final FineHistogram ttft;
  private final FineHistogram tpot;
  private @Nullable TrendPoint built;
  private int inFlight;
  private int awaiting;
  private long ok;
  private long failed;
  private long cancelled;
  private long judged;
  private long good;
  private long inputTokens;
  private long outputTokens;
  private long goodTokens;
  private long wastedTokens;

  TrendStep(MemoryPool pool, int inFlight, int awaiting) {
    ttft = new FineHistogram(pool, VALUES);
    tpot = new FineHistogram(pool, VALUES);
    inFlight(inFlight, awaiting);
  }

  void inFlight(int requests, int withoutToken) {
    built = null;
    inFlight = requests;
    awaiting = withoutToken;
  }

  void add(Observation observed) {
    built = null;
    RequestRecord request = observed.request();
    outputTokens += request.outputTokens();
    wastedTokens += observed.waste() == null ? 0 : request.outputTokens();
    if (!request.last()) {
      return;
    }
    ok += request.outcome() instanceof Outcome.Ok ? 1 : 0;
    failed += request.outcome().failure() ? 1 : 0;
    cancelled += request.outcome() instanceof Outcome.Cancelled ? 1 : 0;
    judged += observed.judged() ? 1 : 0;
    good += observed.good() ? 1 : 0;
    goodTokens += observed.good() ? request.outputTokens() : 0;
    if (observed.view().ok()) {
      inputTokens += request.inputTokens();
      addTimes(observed.times());
    }
  }

  private void addTimes(RequestTimes times) {
    if (times.streamed()) {
      ttft.add((double) times.ttftNanos(), 1);
    }
    if (!Double.isNaN(times.tpotNanos())) {
      tpot.add(times.tpotNanos(), 1);
    }
  }

  TrendPoint build(long atNanos, double seconds) {
    TrendPoint known = built;
    if (known == null || known.seconds() != seconds) {
      known = point(atNanos, seconds);
      built = known;
    }
    return known;
  }

  private TrendPoint point(long atNanos, double seconds) {
    Distribution first = Spread.of(ttft, MILLI_NANOS, null);
    Distribution each = Spread.of(tpot, MILLI_NANOS, null);
    return new TrendPoint(
        atNanos,
        seconds,
        ok,
        failed,
        cancelled,
        judged,
        good,
        inputTokens,
        outputTokens,
        goodTokens,
        wastedTokens,
        inFlight,
        awaiting,
        p50(first),
        p95(first),
        first == null ? null : first.p99OrMax(),
        p50(each),
        p95(each));
  }

  private static @Nullable Double p50(@Nullable Distribution spread) {
    return spread == null ? null : spread.p50OrMax();
  }

  private static @Nullable Double p95(@Nullable Distribution spread) {
    return spread == null ? null : spread.p95OrMax();
  }

  void release() {
    ttft.clear();
    tpot.clear();
  }
}
