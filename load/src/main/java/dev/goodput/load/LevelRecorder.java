package dev.goodput.load;

import dev.goodput.record.HealthSample;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.TokenCounts;
import dev.goodput.workload.SkippedRequests;
import dev.goodput.workload.arrival.Arrivals;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// A writer of everything that one level produces: its start, records as they come off the loops,
/// health, progress and its end. Belongs to the draining thread.
final class LevelRecorder {
  private static final int SOME = 16;

  private final LevelTask task;
  private final LoadSink sink;
  private final List<LoopWorker> workers;
  private final ConcurrencyLimiter limiter;
  private final InFlightCount concurrency;
  private final BooleanSupplier countsNoMore;
  private final long beginNanos;
  private final FailureWatch failures;
  private int turn;
  private long largestLoopLag;
  private double cpuShare = Double.NaN;
  private @Nullable String hopeless;
  private int leftInFlight;
  private int uncounted;

  /// @param countsNoMore whether responses are no longer run through the tokenizer; called before
  ///   each response's tokens are counted
  LevelRecorder(
      LevelTask task,
      LoadSink sink,
      List<LoopWorker> workers,
      LevelShared shared,
      BooleanSupplier countsNoMore,
      long beginNanos) {
    this.task = task;
    this.sink = sink;
    this.workers = workers;
    this.limiter = shared.gate();
    this.concurrency = shared.concurrency();
    this.countsNoMore = countsNoMore;
    this.beginNanos = beginNanos;
    this.failures = new FailureWatch(beginNanos);
  }

  void begun() {
    LevelPlan plan = task.plan();
    sink.entry(
        new LevelStarted(
            task.level(),
            beginNanos,
            plan.arrivals().name(),
            plan.arrivals().profile(),
            plan.rate(),
            plan.concurrency(),
            plan.maxInFlight()));
  }

  /// Passes on finished records, a few of each loop in turn.
  ///
  /// @param enough called now and then; once it returns true, the rest stays for the next call
  /// @return whether nothing is left
  boolean drain(BooleanSupplier enough) {
    for (int idle = 0; idle < workers.size(); ) {
      if (enough.getAsBoolean()) {
        return false;
      }
      turn = (turn + 1) % workers.size();
      int moved = workers.get(turn).backlog().drain(this::accept, SOME);
      idle = moved == 0 ? idle + 1 : 0;
    }
    return true;
  }

  private void accept(FinishedRecord finished) {
    RequestRecord record = counted(finished);
    sink.entry(record);
    if (sink.wantsText()) {
      sink.text(record, finished.text());
    }
    boolean stopped =
        record.outcome() instanceof Outcome.Cancelled left && !left.detail().isEmpty();
    leftInFlight += stopped ? 1 : 0;
    // In this order: content that ends the waiting is counted before the waiting ends.
    long waiting = unansweredSinceNanos();
    String reason = failures.add(record, contentEvents(), waiting);
    // A scheduled probe must go on, to see how long the target fails.
    boolean continues = task.plan().arrivals() instanceof Arrivals.ProbeArrivals;
    if (hopeless == null && !continues) {
      hopeless = reason;
    }
  }

  /// Returns why the level should stop, null if it should not.
  @Nullable String hopeless() {
    return hopeless;
  }

  private RequestRecord counted(FinishedRecord finished) {
    RequestRecord r = finished.record();
    int output = outputTokens(finished);
    if (output < 0 && finished.promptTokens() < 0) {
      return r;
    }
    return new RequestRecord(
        r.id(),
        r.level(),
        r.attempt(),
        r.last(),
        r.streamed(),
        r.start(),
        r.requested(),
        r.stamps(),
        r.chunks(),
        r.tokens().withTokenizer(finished.promptTokens(), output),
        r.reasoningChunks(),
        r.outcome());
  }

  private int outputTokens(FinishedRecord finished) {
    ToIntFunction<String> counter = task.textCounter();
    String text = finished.text();
    if (counter == null || text == null) {
      return TokenCounts.UNKNOWN;
    }
    String other = Objects.requireNonNullElse(finished.otherText(), "");
    if (text.isEmpty() && other.isEmpty()) {
      return 0;
    }
    if (countsNoMore.getAsBoolean()) {
      uncounted++;
      return TokenCounts.UNKNOWN;
    }
    return counter.applyAsInt(text) + (other.isEmpty() ? 0 : counter.applyAsInt(other));
  }

  void health(HealthSample sample) {
    largestLoopLag = sample.loopLagNanos().stream().mapToLong(Long::longValue).max().orElse(0);
    cpuShare = sample.cpuShare();
    sink.entry(sample);
  }

  void tick(long nowNanos, DrainState drain) {
    long taken = 0;
    long lag = 0;
    for (LoopWorker worker : workers) {
      LoopCounters counters = worker.counters();
      taken += counters.taken();
      lag = Math.max(lag, counters.largestLagSinceLast());
    }
    sink.tick(
        new LoadSnapshot(
            nowNanos - beginNanos,
            taken,
            concurrency.now(),
            limiter.waiting(),
            contentEvents(),
            lag,
            largestLoopLag,
            cpuShare,
            drain.on(),
            drain.endNanosFrom(beginNanos)));
  }

  private long unansweredSinceNanos() {
    long since = Intake.NOBODY;
    for (LoopWorker worker : workers) {
      since = Math.min(since, worker.unanswered().sinceNanos());
    }
    return since;
  }

  private long contentEvents() {
    long events = 0;
    for (LoopWorker worker : workers) {
      events += worker.counters().contentEvents();
    }
    return events;
  }

  /// Writes the level's end, once all workers are done.
  LevelOutcome ended(@Nullable Interruption early) {
    long integral = workers.stream().mapToLong(LoopWorker::inFlightNanos).sum();
    long end = workers.stream().mapToLong(LoopWorker::lastEndNanos).max().orElse(beginNanos);
    long dropped = workers.stream().mapToLong(LoopWorker::turnsDropped).sum();
    LevelEnded.Ending ending = early == null ? asPlanned(dropped) : early.ending();
    sink.entry(new LevelEnded(task.level(), end, ending, integral, concurrency.peak()));
    return new LevelOutcome(
        ending,
        early == null ? "" : early.reason() + left() + uncounted(),
        excluded(),
        dropped,
        pauses());
  }

  /// If the request count was reached, it ended the level, however much time was left.
  private LevelEnded.Ending asPlanned(long dropped) {
    long most = task.plan().ownRequests();
    long taken = workers.stream().mapToLong(worker -> worker.counters().taken()).sum();
    return most > 0 && taken + dropped >= most
        ? LevelEnded.Ending.COUNTED
        : LevelEnded.Ending.COMPLETE;
  }

  private String left() {
    return switch (leftInFlight) {
      case 0 -> "";
      case 1 -> "; 1 request in flight was left and counts as cancelled";
      default -> "; " + leftInFlight + " requests in flight were left and count as cancelled";
    };
  }

  private String uncounted() {
    return switch (uncounted) {
      case 0 -> "";
      case 1 -> "; 1 answer was left that the tokenizer had not counted";
      default -> "; " + uncounted + " answers were left that the tokenizer had not counted";
    };
  }

  private FailurePauses pauses() {
    return workers.stream().map(LoopWorker::pauses).reduce(FailurePauses.NONE, FailurePauses::plus);
  }

  /// All loops take from one workload, so the loop that got furthest knows the most.
  private SkippedRequests excluded() {
    return workers.stream()
        .map(LoopWorker::excluded)
        .max(Comparator.comparingLong(SkippedRequests::count))
        .orElse(SkippedRequests.NONE);
  }
}
