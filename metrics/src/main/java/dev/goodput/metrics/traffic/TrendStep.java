package dev.goodput.metrics.traffic;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.stream.RequestTimes;
import dev.goodput.metrics.traffic.TrendLine.OpenStreamCounts;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import org.jspecify.annotations.Nullable;

/// A collector of a [TrendPoint].
final class TrendStep {
  private static final int VALUES = 4096;
  private static final double MILLI_NANOS = 1e6;

  private @Nullable FineHistogram ttft;
  private @Nullable FineHistogram tpot;
  private @Nullable Distribution first;
  private @Nullable Distribution each;
  private @Nullable TrendPoint built;
  private long openStreamsAtNanos = Stamps.ABSENT;
  private long streams;
  private long streamsEnded;
  private int inFlight;
  private int awaiting;
  private long ok;
  private long failed;
  private long cancelled;
  private long judged;
  private long good;
  private long endedTokens;
  private long residenceNanos;
  private ArrivedTokens input = ArrivedTokens.NONE;
  private ArrivedTokens output = ArrivedTokens.NONE;
  private ArrivedTokens wasted = ArrivedTokens.NONE;

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

  /// Adds the number of open streams at a moment.
  void setOpenStreams(long nanos, int streaming) {
    built = null;
    openStreamsAtNanos = nanos;
    streams += streaming;
  }

  /// Returns when open streams were counted; absent if they never were.
  long openStreamsAtNanos() {
    return openStreamsAtNanos;
  }

  /// Notes the end of a stream that was counted as open.
  void streamEnded() {
    built = null;
    streamsEnded++;
  }

  /// Returns the stream counts of this step; those of the step before if streams were not counted
  /// in this one.
  OpenStreamCounts streams(OpenStreamCounts before) {
    return Stamps.present(openStreamsAtNanos)
        ? new OpenStreamCounts(streams, streamsEnded)
        : before;
  }

  /// Adds an exchange that ended.
  void add(RecordEvaluation evaluation) {
    built = null;
    RequestRecord request = evaluation.request();
    endedTokens += request.outputTokens();
    if (!request.last()) {
      return;
    }
    ok += request.outcome() instanceof Outcome.Ok ? 1 : 0;
    failed += request.outcome().failure() ? 1 : 0;
    cancelled += request.outcome() instanceof Outcome.Cancelled ? 1 : 0;
    judged += evaluation.judged().judged() ? 1 : 0;
    good += evaluation.judged().good() ? 1 : 0;
    residenceNanos += evaluation.residenceNanos();
    if (evaluation.view().ok()) {
      addTimes(evaluation.times());
    }
  }

  private void addTimes(RequestTimes times) {
    if (ttft != null && times.streamed()) {
      ttft.add((double) times.ttftNanos(), 1);
    }
    if (tpot != null && !Double.isNaN(times.tpotNanos())) {
      tpot.add(times.tpotNanos(), 1);
    }
  }

  /// Adds output tokens that arrived in this step.
  void output(RecordEvaluation evaluation, long tokens) {
    built = null;
    boolean streamed = evaluation.times().streamed();
    output = output.and(tokens, streamed);
    wasted = evaluation.waste() == null ? wasted : wasted.and(tokens, streamed);
  }

  /// Adds a prompt that was processed in this step.
  void input(RecordEvaluation evaluation) {
    built = null;
    input = input.and(evaluation.request().inputTokens(), evaluation.times().streamed());
  }

  /// Closes the step for latencies: they become percentiles, and their memory is released.
  void close() {
    first = spread(ttft, first);
    each = spread(tpot, each);
    release(ttft);
    release(tpot);
    ttft = null;
    tpot = null;
  }

  private static @Nullable Distribution spread(
      @Nullable FineHistogram open, @Nullable Distribution closed) {
    return open == null ? closed : WindowDistribution.of(open, MILLI_NANOS, null);
  }

  private static void release(@Nullable FineHistogram open) {
    if (open != null) {
      open.clear();
    }
  }

  /// @param late whether its streams are no longer waited for
  TrendPoint build(long atNanos, double seconds, OpenStreamCounts seen, boolean late) {
    TrendPoint known = built;
    if (known == null
        || known.seconds() != seconds
        || known.streams() != seen.seen()
        || known.streamsEnded() != seen.ended()
        || known.late() != late) {
      known = point(atNanos, seconds, seen, late);
      built = known;
    }
    return known;
  }

  private TrendPoint point(long atNanos, double seconds, OpenStreamCounts seen, boolean late) {
    Distribution waits = spread(ttft, first);
    Distribution paces = spread(tpot, each);
    return new TrendPoint(
        atNanos,
        seconds,
        ok,
        failed,
        cancelled,
        judged,
        good,
        endedTokens,
        residenceNanos / 1e9,
        input,
        output,
        wasted,
        seen.seen(),
        seen.ended(),
        late,
        inFlight,
        awaiting,
        p50(waits),
        p95(waits),
        waits == null ? null : waits.p99OrMax(),
        p50(paces),
        p95(paces));
  }

  private static @Nullable Double p50(@Nullable Distribution spread) {
    return spread == null ? null : spread.p50OrMax();
  }

  private static @Nullable Double p95(@Nullable Distribution spread) {
    return spread == null ? null : spread.p95OrMax();
  }
}
