package dev.goodput.metrics.analysis;

import dev.goodput.metrics.distribution.DistributionBuilder;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.stream.RequestTimes;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.HealthSample;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogEntry;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The first pass over one level: its extent, what finds the window, the accounting check.
final class LevelSurvey {
  private static final long MILLI_NANOS = 1_000_000L;

  private static final BigDecimal FIFTY = BigDecimal.valueOf(50);
  private static final BigDecimal NINETY = BigDecimal.valueOf(90);

  private final int level;
  private final DistributionBuilder answerTimes = new DistributionBuilder();
  private final DistributionBuilder answers = new DistributionBuilder();
  private final StallDetector silence = new StallDetector();
  private final FinishReasons finishReasons = new FinishReasons();
  private final Set<String> sloClasses = new HashSet<>();
  private @Nullable LevelStarted begun;
  private @Nullable LevelEnded ended;
  private @Nullable InFlightBuckets inFlight;
  private @Nullable TimeBuckets ttft;
  private @Nullable TimeBuckets arrivals;
  private @Nullable TimeBuckets firstWords;
  private long origin;
  private long firstStart = Long.MAX_VALUE;
  private long lastStart = Long.MIN_VALUE;
  private long lastEnd = Long.MIN_VALUE;
  private long residenceNanos;
  private long residents;
  private long inFlightNanos;
  private long requests;
  private long okRequests;
  private long failures;
  private long longestNanos;
  private long lastOkStart = Long.MIN_VALUE;
  private long lastSample = Long.MIN_VALUE;
  private int inFlightLast;

  LevelSurvey(int level) {
    this.level = level;
  }

  void add(LogEntry entry) {
    switch (entry) {
      case LevelStarted begin -> begun = begin;
      case LevelEnded end -> ended = end;
      case RequestRecord request -> add(request);
      case HealthSample sample -> {
        inFlightLast = sample.inFlight();
        lastSample = Math.max(lastSample, sample.atNanos());
      }
    }
  }

  private void add(RequestRecord request) {
    long start = RequestTimes.startNanos(request);
    firstStart = Math.min(firstStart, start);
    lastStart = Math.max(lastStart, start);
    if (request.attempt() == 0) {
      arrivals = arrivals == null ? new TimeBuckets(origin(start)) : arrivals;
      arrivals.add(start, 1);
    }
    long end = request.stamps().endedNanos();
    if (Stamps.present(end)) {
      lastEnd = Math.max(lastEnd, end);
    }
    if (request.last()) {
      addLast(request, start, end);
    }
  }

  private void addLast(RequestRecord request, long start, long end) {
    requests++;
    failures += request.outcome().failure() ? 1 : 0;
    longestNanos = Math.max(longestNanos, end - start);
    silence.add(request, start);
    finishReasons.add(request.outcome());
    if (request.passage() != null) {
      sloClasses.add(request.passage().sloClass());
    }
    if (Stamps.present(end)) {
      inFlight = inFlight == null ? new InFlightBuckets(origin(start)) : inFlight;
      inFlight.add(start, Math.max(start, end));
      inFlightNanos += Math.max(0, end - start);
      if (!(request.outcome() instanceof Outcome.Unsent)) {
        residenceNanos += Math.max(0, end - start);
        residents++;
      }
    }
    if (request.outcome() instanceof Outcome.Ok) {
      okRequests++;
      long answerMillis = Math.max(1, (end - start) / MILLI_NANOS);
      answerTimes.add((double) answerMillis * MILLI_NANOS, answerMillis);
      answers.add(end - start);
      lastOkStart = Math.max(lastOkStart, start);
      noteFirstWord(request, start, end);
    }
  }

  private void noteFirstWord(RequestRecord request, long start, long end) {
    long first = request.stamps().firstTokenNanos();
    boolean streamed = request.streamed() && Stamps.present(first);
    if (streamed) {
      ttft = ttft == null ? new TimeBuckets(origin(start)) : ttft;
      ttft.add(start, first - start);
    }
    firstWords = firstWords == null ? new TimeBuckets(origin(start)) : firstWords;
    firstWords.add(start, (streamed ? first : end) - start);
  }

  /// Where the slices begin: the level's begin; in a log that lost it, the run's.
  private long origin(long start) {
    origin = begun == null ? Math.min(0, start) : begun.beginNanos();
    return origin;
  }

  int level() {
    return level;
  }

  @Nullable LevelStarted begun() {
    return begun;
  }

  /// Whether users came back when they had their answers, and not on a schedule.
  boolean closed() {
    return begun != null && begun.targetConcurrency() > 0;
  }

  /// How its arrivals came about; unknown in a log that lost it.
  ArrivalKind kind() {
    return begun == null ? ArrivalKind.UNKNOWN : begun.kind();
  }

  /// Returns whether a gateway recorded users' traffic.
  boolean observed() {
    return kind() == ArrivalKind.OBSERVED;
  }

  /// The SLO classes that somebody is in.
  Set<String> sloClasses() {
    return sloClasses;
  }

  /// Returns the requested cap, 0 without one.
  int maxInFlight() {
    return begun == null ? 0 : begun.maxInFlight();
  }

  /// Returns whether the queue behind the cap grew to the end, so that no longer run would show its
  /// end.
  boolean queueGrows() {
    return maxInFlight() > 0 && growth().isPresent();
  }

  /// Returns what piles up at the server if arrivals of one rate exceed its capacity without a cap.
  Optional<LevelResult.Backlog> backlog() {
    return maxInFlight() > 0 ? Optional.empty() : growth();
  }

  private Optional<LevelResult.Backlog> growth() {
    boolean rated =
        begun != null
            && begun.targetConcurrency() == 0
            && begun.profile().isEmpty()
            && !Double.isNaN(begun.targetRate());
    return !rated || !complete() || inFlight == null || arrivals == null || firstWords == null
        ? Optional.empty()
        : BacklogDetector.find(
            inFlight, arrivals, firstWords, beginNanos(), lastStartNanos(), lastOkStart);
  }

  /// Returns whether requests pile up, so that no run length shows a steady state.
  boolean pilesUp() {
    return growth().isPresent();
  }

  /// Returns how many first attempts were due in the slices that start before this moment.
  long arrivalsBefore(long nanos) {
    return arrivals == null ? 0 : arrivals.countBetween(Long.MIN_VALUE, nanos);
  }

  /// The begin of the slice of arrivals that holds this moment: [#arrivalsBefore] it is exact.
  long arrivalSliceNanos(long nanos) {
    return arrivals == null ? nanos : arrivals.sliceNanos(nanos);
  }

  /// Returns the latest moment until which at most half of the first attempts were due.
  long halfOfArrivalsNanos() {
    return arrivals == null ? beginNanos() : arrivals.endOfHalf();
  }

  /// Returns the response length up to which responses make up half of all response time. Rejected
  /// and cancelled requests have nothing to read.
  long halfOfAnswerTimeNanos() {
    return lengthNanos(answerTimes, FIFTY);
  }

  /// Returns the response time that nine in ten responses do not exceed.
  long p90ResponseTimeNanos() {
    return lengthNanos(answers, NINETY);
  }

  private static long lengthNanos(DistributionBuilder of, BigDecimal percentile) {
    Double millis = of.nearestRankMillis(percentile);
    return millis == null ? 0 : Math.round(millis * MILLI_NANOS);
  }

  /// Returns whether the level ended before its plan was complete: interrupted, stopped early or
  /// killed.
  boolean cutShort() {
    return ended == null || !ended.ending().asPlanned();
  }

  /// Returns whether the level ended before its log did, so that all arrivals are in it.
  boolean complete() {
    return ended != null;
  }

  /// Returns what is missing from a log that ends before its level did; empty if it does not.
  Optional<String> lost() {
    if (complete()) {
      return Optional.empty();
    }
    String about =
        " (about %,d %s)".formatted(inFlightLast, inFlightLast == 1 ? "request" : "requests");
    return Optional.of(
        "the log ends before the %s did: what was in flight then%s is not in it, those who had waited longest among them"
            .formatted(level == 0 ? "run" : "level", inFlightLast == 0 ? "" : about));
  }

  LevelEnded.@Nullable Ending ending() {
    return ended == null ? null : ended.ending();
  }

  @Nullable LevelEnded ended() {
    return ended;
  }

  long requests() {
    return requests;
  }

  /// Returns whether there are ok responses and all of them started before this time.
  boolean allOkBefore(long nanos) {
    return okRequests > 0 && lastOkStart < nanos;
  }

  long okRequests() {
    return okRequests;
  }

  long failures() {
    return failures;
  }

  /// Returns the longest time from a request's start to its end.
  long longestNanos() {
    return longestNanos;
  }

  /// Returns a note that responses stopped well before the end, and when; empty if they did not.
  Optional<String> silence() {
    return silence.sentence(level, beginNanos());
  }

  /// Returns a note on finish reasons that no API documents; empty if there are none.
  Optional<String> finishReasons() {
    return finishReasons.sentence();
  }

  boolean empty() {
    return firstStart == Long.MAX_VALUE;
  }

  /// When the level began; without its entry, its first start.
  long beginNanos() {
    if (begun != null) {
      return begun.beginNanos();
    }
    return empty() ? 0 : firstStart;
  }

  long lastStartNanos() {
    return empty() ? beginNanos() : Math.max(beginNanos(), lastStart);
  }

  /// Returns when the last exchange had ended. In a log that ends before its level did, returns the
  /// last known time.
  long endNanos() {
    long ended = Math.max(lastStartNanos(), lastEnd);
    return complete() ? ended : Math.max(ended, lastSample);
  }

  /// Returns the time until which starts are known. In a log that ends before its level did, the
  /// last of them may be missing, although everything that ended is there.
  long lastKnownNanos() {
    return complete() ? lastStartNanos() : endNanos();
  }

  double meanResidenceNanos() {
    return residents == 0 ? 0 : (double) residenceNanos / residents;
  }

  /// Σ(ended − start) over all requests.
  long inFlightNanos() {
    return inFlightNanos;
  }

  /// Returns the same from the slices; any difference is an internal error.
  long integratedNanos() {
    return inFlight == null ? 0 : inFlight.total();
  }

  /// The cut of requests in flight by MSER-5.
  long inFlightCutNanos() {
    return inFlight == null
        ? beginNanos()
        : BatchMeans.ofInFlight(inFlight, origin, lastStartNanos()).cutNanos(beginNanos());
  }

  /// The cut of TTFT by MSER-5.
  long ttftCutNanos() {
    return ttft == null ? beginNanos() : BatchMeans.ofValues(ttft).cutNanos(beginNanos());
  }

  /// Until when arrivals from `from` on are at most `limit`.
  long endOfFirstArrivals(long from, long limit) {
    return arrivals == null ? Long.MAX_VALUE : arrivals.endOfFirst(from, limit);
  }
}
