package dev.goodput.load;

import dev.goodput.record.LevelBegun;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.TokenCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// One level from its begin to its last record, on the draining thread.
final class LevelRun {
  private static final long LEAD_NANOS = 5_000_000;
  private static final long PARK_NANOS = 4_000_000;
  private static final long TICK_NANOS = 250_000_000;
  private static final long SAMPLE_NANOS = 1_000_000_000;

  private final EngineOptions options;
  private final LevelTask task;
  private final LoadSink sink;
  private final FailureWatch failures = new FailureWatch();
  private final Concurrency concurrency = new Concurrency();
  private final Gate gate;
  private final Stock stock;
  private final Feeder feeder;
  private List<LoopWorker> workers = List.of();
  private @Nullable Interruption interruption;
  private @Nullable HealthWatch health;
  private long beginNanos;
  private long nextTickNanos;
  private long nextSampleNanos;

  LevelRun(EngineOptions options, LevelTask task, LoadSink sink) {
    this.options = options;
    this.task = task;
    this.sink = sink;
    this.gate = new Gate(task.plan().maxInFlight());
    this.stock = new Stock(task.plan(), options.seats().size());
    this.feeder = new Feeder(new SessionReader(task), task.encoder(), stock);
  }

  LevelOutcome run() {
    feeder.start();
    try {
      feeder.awaitReady();
      begin();
      work();
      return end();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LoadException.Interrupted();
    } finally {
      feeder.halt();
      interrupt(Interruption.STOP);
      closeHealth();
    }
  }

  private void begin() {
    beginNanos = now() + LEAD_NANOS;
    nextTickNanos = beginNanos + TICK_NANOS;
    nextSampleNanos = beginNanos + SAMPLE_NANOS;
    LevelPlan plan = task.plan();
    sink.entry(
        new LevelBegun(
            task.level(),
            beginNanos,
            plan.arrivals().name(),
            plan.arrivals().rate(),
            plan.concurrency(),
            plan.maxInFlight()));
    LevelShared shared = new LevelShared(gate, concurrency, feeder);
    List<LoopWorker> made = new ArrayList<>();
    int loops = options.seats().size();
    for (int i = 0; i < loops; i++) {
      int users = plan.concurrency() / loops + (i < plan.concurrency() % loops ? 1 : 0);
      made.add(
          new LoopWorker(
              options.seats().get(i), options, task, beginNanos, shared, stock.supply(i), users));
    }
    health = new HealthWatch(task.level(), made, now());
    stock.attach(made);
    made.forEach(LoopWorker::start);
    take(made);
  }

  /// Publishes the workers to those who interrupt; an interruption that came before reaches them
  /// now.
  private void take(List<LoopWorker> made) {
    Interruption before;
    synchronized (this) {
      workers = List.copyOf(made);
      before = interruption;
    }
    if (before != null) {
      tell(before);
    }
  }

  /// Ends the level early; from any thread. Going further than before is possible, going back not.
  void interrupt(Interruption why) {
    synchronized (this) {
      Interruption before = interruption;
      if (before != null && !why.beyond(before)) {
        return;
      }
      interruption = why;
    }
    tell(why);
  }

  private void tell(Interruption why) {
    List<LoopWorker> told;
    synchronized (this) {
      told = workers;
    }
    for (LoopWorker worker : told) {
      if (why.now()) {
        worker.stop(why.reason());
      } else {
        worker.drain(why.reason());
      }
    }
  }

  private synchronized @Nullable Interruption interruption() {
    return interruption;
  }

  private void work() {
    while (true) {
      boolean over = workers.stream().allMatch(LoopWorker::done);
      int moved = drain();
      failOnFeeder();
      long now = now();
      if (now >= nextTickNanos) {
        tick(now);
      }
      if (now >= nextSampleNanos) {
        sample(now);
      }
      if (over) {
        return;
      }
      if (moved == 0) {
        LockSupport.parkNanos(PARK_NANOS);
      }
    }
  }

  private void failOnFeeder() {
    RuntimeException failure = feeder.failure();
    if (failure != null) {
      throw failure;
    }
  }

  private int drain() {
    int moved = 0;
    for (LoopWorker worker : workers) {
      moved += worker.ring().drain(this::accept);
    }
    return moved;
  }

  private void accept(Finished finished) {
    RequestRecord record = counted(finished);
    sink.entry(record);
    String reason = failures.add(record);
    if (reason != null) {
      interrupt(new Interruption(LevelEnded.Ending.ALL_FAILED, reason));
    }
  }

  private RequestRecord counted(Finished finished) {
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
        r.asked(),
        r.stamps(),
        r.chunks(),
        r.tokens().withTokenizer(finished.promptTokens(), output),
        r.reasoningChunks(),
        r.outcome());
  }

  private int outputTokens(Finished finished) {
    ToIntFunction<String> counter = task.textCounter();
    String text = finished.text();
    if (counter == null || text == null) {
      return TokenCounts.UNKNOWN;
    }
    String other = finished.otherText();
    return counter.applyAsInt(text)
        + (other == null || other.isEmpty() ? 0 : counter.applyAsInt(other));
  }

  private void tick(long now) {
    nextTickNanos = Math.max(nextTickNanos + TICK_NANOS, now);
    HealthWatch watch = health;
    long taken = 0;
    long events = 0;
    long lag = 0;
    for (LoopWorker worker : workers) {
      LoopCounters counters = worker.counters();
      taken += counters.taken();
      events += counters.contentEvents();
      lag = Math.max(lag, counters.largestLagSinceLast());
    }
    sink.tick(
        new LoadSnapshot(
            now - beginNanos,
            taken,
            concurrency.now(),
            gate.waiting(),
            events,
            lag,
            watch == null ? 0 : watch.largestLoopLagNanos(),
            watch == null ? Double.NaN : watch.cpuShare(),
            interruption() != null));
  }

  private void sample(long now) {
    nextSampleNanos = Math.max(nextSampleNanos + SAMPLE_NANOS, now);
    HealthWatch watch = health;
    if (watch != null) {
      sink.entry(watch.sample(now, concurrency.now()));
    }
  }

  private LevelOutcome end() {
    long now = now();
    sample(now);
    tick(now);
    long integral = workers.stream().mapToLong(LoopWorker::inFlightNanos).sum();
    Interruption early = interruption();
    LevelOutcome outcome =
        early == null
            ? new LevelOutcome(LevelEnded.Ending.COMPLETE, "")
            : new LevelOutcome(early.ending(), early.reason());
    sink.entry(new LevelEnded(task.level(), now, outcome.ending(), integral, concurrency.peak()));
    return outcome;
  }

  private void closeHealth() {
    HealthWatch watch = health;
    if (watch != null) {
      watch.close();
    }
  }

  private long now() {
    return options.clock().nanoTime() - options.originNanoTime();
  }
}
