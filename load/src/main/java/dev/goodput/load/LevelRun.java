package dev.goodput.load;

import dev.goodput.workload.TurnPlan;
import dev.goodput.workload.prompt.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.jspecify.annotations.Nullable;

/// One level in real time, from its start to its last record, on the draining thread.
final class LevelRun {
  private static final long PARK_NANOS = 10_000_000;
  private static final long TICK_NANOS = 250_000_000;

  /// Longest time for which records are processed before anything else is done. If a tokenizer is
  /// slower than the responses, the log is still flushed, health sampled and a hopeless level
  /// stopped as often as usual.
  private static final long DRAIN_NANOS = 100_000_000;

  private static final long SAMPLE_NANOS = 1_000_000_000;

  /// How long texts are still counted after requests in flight have been cut off.
  private static final long COUNTING_NANOS = 1_000_000_000;

  private final EngineOptions options;
  private final LevelTask task;
  private final LoadSink sink;
  private final long earliestNanos;
  private final SessionBuffer buffer;
  private final Feeder feeder;
  private final InFlightCount concurrency = new InFlightCount();
  private final FirstFault fault = new FirstFault();
  private final LevelShared shared;
  private List<LoopWorker> workers = List.of();
  private @Nullable Interruption interruption;
  private long interruptedNanos;

  /// @param earliestNanos when the level starts at the earliest
  LevelRun(EngineOptions options, LevelTask task, LoadSink sink, long earliestNanos) {
    this.earliestNanos = earliestNanos;
    this.options = options;
    this.task = task;
    this.sink = sink;
    this.buffer = new SessionBuffer(task.plan(), options.seats().size());
    this.feeder = new Feeder(new SessionReader(task), task.encoder(), buffer, fault);
    Thread draining = Thread.currentThread();
    this.shared =
        new LevelShared(
            new ConcurrencyLimiter(task.plan().maxInFlight()),
            concurrency,
            feeder,
            fault,
            sink.wantsText(),
            () -> LockSupport.unpark(draining));
  }

  LevelOutcome run() {
    feeder.start();
    try {
      feeder.awaitReady();
      return level();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LoadException.Interrupted();
    } finally {
      feeder.halt();
      interrupt(Interruption.STOP);
    }
  }

  private LevelOutcome level() {
    long beginNanos = Math.max(earliestNanos, now() + options.leadNanos() + buffer.leadNanos());
    List<LoopWorker> made = new ArrayList<>();
    int loops = options.seats().size();
    for (int i = 0; i < loops; i++) {
      List<Long> users = task.plan().userStarts(i, loops);
      made.add(
          new LoopWorker(
              options.seats().get(i), options, task, beginNanos, shared, buffer.supply(i), users));
    }
    LevelRecorder recorder =
        new LevelRecorder(task, sink, made, shared, this::countingTimeIsUp, beginNanos);
    recorder.begun();
    buffer.attach(made);
    try (HealthSampler health =
        new HealthSampler(task.level(), made, options.unreadBytes(), MachineCpu.here(), now())) {
      made.forEach(LoopWorker::start);
      publish(made);
      work(recorder, health, beginNanos);
      recorder.health(health.sample(now(), concurrency.now()));
    }
    tick(recorder);
    return recorder.ended(interruption());
  }

  private void work(LevelRecorder recorder, HealthSampler health, long beginNanos) {
    long nextTick = beginNanos + TICK_NANOS;
    long nextSample = beginNanos + SAMPLE_NANOS;
    while (true) {
      boolean over = workers.stream().allMatch(LoopWorker::done);
      boolean drained = drain(recorder);
      fault.rethrow();
      long now = now();
      stopWhereHopeless(recorder);
      stopWhereOverdue(now);
      if (now >= nextSample) {
        recorder.health(health.sample(now, concurrency.now()));
        nextSample = Math.max(nextSample + SAMPLE_NANOS, now);
      }
      if (now >= nextTick) {
        tick(recorder);
        nextTick = Math.max(nextTick + TICK_NANOS, now);
      }
      if (over && drained) {
        return;
      }
      if (drained) {
        LockSupport.parkNanos(PARK_NANOS);
      }
    }
  }

  // The drain is read first: one that starts after the snapshot's time would appear longer than it
  // is.
  private void tick(LevelRecorder recorder) {
    DrainState drain = drainState();
    recorder.tick(now(), drain);
  }

  private boolean drain(LevelRecorder recorder) {
    long until = now() + DRAIN_NANOS;
    return recorder.drain(() -> now() >= until);
  }

  private void stopWhereHopeless(LevelRecorder recorder) {
    String reason = recorder.hopeless();
    if (reason != null) {
      interrupt(Interruption.hopeless(reason));
    }
  }

  private void stopWhereOverdue(long now) {
    if (drainState().overdue(now)) {
      interrupt(Interruption.overdue(options.drainNanos()));
    }
  }

  private synchronized DrainState drainState() {
    return interruption == null || stopsNow()
        ? DrainState.NONE
        : DrainState.since(interruptedNanos, options.drainNanos());
  }

  /// Makes the loops known to [#interrupt]; an interruption that came earlier is delivered now.
  private void publish(List<LoopWorker> made) {
    Interruption before;
    synchronized (this) {
      workers = List.copyOf(made);
      before = interruption;
    }
    if (before != null) {
      before.applyTo(made);
    }
  }

  /// Ends the level early; from any thread. A later call can go further than an earlier one, but
  /// not back.
  void interrupt(Interruption why) {
    List<LoopWorker> interrupted;
    synchronized (this) {
      Interruption before = interruption;
      if (before != null && !why.beyond(before)) {
        return;
      }
      interruption = why;
      interruptedNanos = now();
      interrupted = workers;
    }
    feeder.releaseWaiting();
    why.applyTo(interrupted);
  }

  private synchronized boolean stopsNow() {
    return interruption != null && interruption.now();
  }

  /// The responses that were cut off are mostly available at once and worth counting; a backlog
  /// that takes longer is not waited for.
  private synchronized boolean countingTimeIsUp() {
    return stopsNow() && now() - interruptedNanos > COUNTING_NANOS;
  }

  private synchronized @Nullable Interruption interruption() {
    return interruption;
  }

  private long now() {
    return options.clock().nanoTime() - options.originNanoTime();
  }

  /// The thread that reads the workload ahead and encodes bodies, so that no loop has to.
  ///
  /// It works ahead as far as the supplies have room, in sessions and in bytes. Later turns, whose
  /// bodies need the response before them, go first. If it cannot keep up, the loops take arrivals
  /// up late, which shows as schedule lag: the client's own fault.
  private static final class Feeder implements Runnable, LaterTurnEncoder {
    /// A loop that finds its supply empty wakes the feeder; while all supplies are full the feeder
    /// may sleep.
    private static final long PARK_NANOS = 20_000_000;

    private static final long HALT_MILLIS = 2_000;
    private static final int JOB_CHUNK = 256;

    private final SessionReader reader;
    private final TurnEncoder encoder;
    private final SessionBuffer buffer;
    private final MpscUnboundedArrayQueue<Runnable> jobs = new MpscUnboundedArrayQueue<>(JOB_CHUNK);
    private final CountDownLatch ready = new CountDownLatch(1);
    private final FirstFault fault;
    private final Thread thread;
    private @Nullable PlannedSession pending;
    private boolean over;
    private volatile boolean halted;

    /// @param fault receives errors of reading or encoding the workload
    Feeder(SessionReader reader, TurnEncoder encoder, SessionBuffer buffer, FirstFault fault) {
      this.reader = reader;
      this.encoder = encoder;
      this.buffer = buffer;
      this.fault = fault;
      this.thread = Thread.ofPlatform().name("goodput-feeder").daemon().unstarted(this);
    }

    void start() {
      buffer.wakes(() -> LockSupport.unpark(thread));
      thread.start();
    }

    /// Waits until the first arrivals are ready or [#releaseWaiting] is called.
    void awaitReady() throws InterruptedException {
      ready.await();
    }

    /// Releases a thread that waits in [#awaitReady]; from any thread.
    void releaseWaiting() {
      ready.countDown();
    }

    /// Ends the thread and waits until it no longer reads the workload, but only for a limited
    /// time: a file may be a pipe. Bodies requested after this are never delivered.
    void halt() {
      halted = true;
      LockSupport.unpark(thread);
      try {
        thread.join(HALT_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void encode(SessionRun run, List<Message> conversation, TurnPlan turn) {
      jobs.offer(() -> {
        Body body = encoder.encode(conversation, turn);
        run.worker().execute(() -> run.encoded(body));
      });
      LockSupport.unpark(thread);
    }

    @Override
    public void run() {
      fault.run(this::feed);
      ready.countDown();
    }

    private void feed() {
      while (!halted) {
        work();
      }
    }

    private void work() {
      Runnable job = jobs.poll();
      if (job != null) {
        job.run();
        return;
      }
      if (over || !feedOne()) {
        ready.countDown();
        LockSupport.parkNanos(PARK_NANOS);
      }
    }

    /// Returns false if there is no room or nothing to feed.
    private boolean feedOne() {
      PlannedSession next = pending != null ? pending : reader.next();
      if (next == null) {
        over = true;
        buffer.end(reader.excluded());
        return false;
      }
      pending = next;
      if (!buffer.offer(next)) {
        return false;
      }
      pending = null;
      if (buffer.hasEnoughToStart(next)) {
        ready.countDown();
      }
      return true;
    }
  }
}
