package dev.goodput.load;

import dev.goodput.record.HealthSample;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// An engine that runs levels of load, one after another, on event loops that stay.
///
/// [#run] works on the calling thread: it drains finished records, passes them on, samples the
/// client's health, and returns when the level is over. [#drain] and [#stop] may be called from any
/// thread at any time; they also apply to all later levels.
public final class LoadEngine {
  private final EngineOptions options;
  private long earliestNanos;
  private @Nullable Consumer<Interruption> running;
  private @Nullable Interruption interruption;

  /// Uses the given loops.
  public LoadEngine(EngineOptions options) {
    this.options = options;
  }

  /// Sets when the next level starts at the earliest, for load generators that start together. Call
  /// it on the thread that runs the level.
  ///
  /// @param nanos nanoseconds since the run began
  public void setStart(long nanos) {
    earliestNanos = nanos;
  }

  /// Runs one level in real time.
  ///
  /// @throws LoadException if the plan cannot be carried out
  /// @throws RuntimeException an exception of the workload's source, the encoder, a loop or the
  ///   sink; the level has been stopped then, as it is on an [Error]
  public LevelOutcome run(LevelTask task, LoadSink sink) {
    checkEnd(task.plan());
    LevelRun level = new LevelRun(options, task, sink, earliestNanos);
    earliestNanos = 0;
    begin(level::interrupt);
    try {
      return level.run();
    } finally {
      end();
    }
  }

  /// Runs one level in virtual time, on the first loop alone, whose clock, timers and target
  /// advance with `time` only.
  ///
  /// @throws LoadException if the plan cannot be carried out
  public LevelOutcome run(LevelTask task, LoadSink sink, VirtualTime time) {
    checkEnd(task.plan());
    VirtualRun level = new VirtualRun(options, task, sink, time);
    begin(level::interrupt);
    try {
      return level.run();
    } finally {
      end();
    }
  }

  private static void checkEnd(LevelPlan plan) {
    boolean unlimited = plan.requests() == 0 && plan.durationNanos() == 0;
    if (unlimited && plan.arrivals().endless()) {
      throw new LoadException.Endless();
    }
  }

  private void begin(Consumer<Interruption> level) {
    Interruption before;
    synchronized (this) {
      running = level;
      before = interruption;
    }
    if (before != null) {
      level.accept(before);
    }
  }

  private synchronized void end() {
    running = null;
  }

  /// Takes up nothing new and waits for the requests in flight, as long as the options allow.
  public void drain() {
    interrupt(Interruption.DRAIN);
  }

  /// Abandons everything at once.
  public void stop() {
    interrupt(Interruption.STOP);
  }

  /// Returns how a level would end that starts now, null if neither [#drain] nor [#stop] was
  /// called; from any thread.
  public synchronized @Nullable LevelOutcome interrupted() {
    Interruption why = interruption;
    return why == null ? null : new LevelOutcome(why.ending(), why.reason());
  }

  private void interrupt(Interruption why) {
    Consumer<Interruption> level;
    synchronized (this) {
      interruption = why;
      level = running;
    }
    if (level != null) {
      level.accept(why);
    }
  }

  /// One level in virtual time: the same loop, sessions and stamps as in real time, on the calling
  /// thread, with a clock that moves from event to event. The client costs no time and is never
  /// late.
  private static final class VirtualRun {
    private static final long STEP_NANOS = 1_000_000_000;

    private final EngineOptions options;
    private final LevelTask task;
    private final LoadSink sink;
    private final VirtualTime time;
    private final AtomicReference<@Nullable Interruption> interruption = new AtomicReference<>();

    VirtualRun(EngineOptions options, LevelTask task, LoadSink sink, VirtualTime time) {
      this.options = options;
      this.task = task;
      this.sink = sink;
      this.time = time;
    }

    LevelOutcome run() {
      long beginNanos = now();
      EngineOptions.LoopBinding seat = options.seats().getFirst();
      LaterTurnEncoder laterTurns =
          (run, conversation, turn) -> {
            Body body = task.encoder().encode(conversation, turn);
            run.worker().execute(() -> run.encoded(body));
          };
      InFlightCount concurrency = new InFlightCount();
      LevelShared shared =
          new LevelShared(
              new ConcurrencyLimiter(task.plan().maxInFlight()),
              concurrency,
              laterTurns,
              new FirstFault(),
              sink.wantsText(),
              () -> {});
      LoopWorker worker =
          new LoopWorker(
              seat,
              options,
              task,
              beginNanos,
              shared,
              new DirectSessionSupplier(new SessionReader(task)),
              task.plan().userStarts(0, 1));
      LevelRecorder recorder =
          new LevelRecorder(task, sink, List.of(worker), shared, this::leaves, beginNanos);
      recorder.begun();
      worker.startUnwatched();
      Interruption early = step(recorder, worker, shared, beginNanos);
      return recorder.ended(early);
    }

    private @Nullable Interruption step(
        LevelRecorder recorder, LoopWorker worker, LevelShared shared, long beginNanos) {
      Interruption interrupted = null;
      for (long until = beginNanos + STEP_NANOS; !worker.done(); until += STEP_NANOS) {
        interrupted = notifyWorker(worker, interrupted);
        time.runUntil(options.originNanoTime() + until);
        shared.fault().rethrow();
        recorder.drain(() -> false);
        String reason = recorder.hopeless();
        if (reason != null) {
          interrupt(Interruption.hopeless(reason));
        }
        if (!worker.done()) {
          recorder.health(healthy(until, shared.concurrency().now()));
        }
        recorder.tick(
            until,
            interrupted == null || interrupted.now()
                ? DrainState.NONE
                : DrainState.since(until, 0));
      }
      return interrupted;
    }

    private @Nullable Interruption notifyWorker(LoopWorker worker, @Nullable Interruption before) {
      Interruption why = interruption.get();
      if (why != null && !why.equals(before)) {
        why.applyTo(List.of(worker));
      }
      return why;
    }

    private boolean leaves() {
      Interruption why = interruption.get();
      return why != null && why.now();
    }

    private HealthSample healthy(long nowNanos, int inFlight) {
      return new HealthSample(
          task.level(), nowNanos, List.of(), List.of(), 0, Double.NaN, -1, 0, inFlight);
    }

    /// Ends the level early, at the next virtual second; from any thread.
    void interrupt(Interruption why) {
      interruption.accumulateAndGet(
          why, (before, next) -> before == null || next.beyond(before) ? next : before);
    }

    private long now() {
      return options.clock().nanoTime() - options.originNanoTime();
    }
  }
}
