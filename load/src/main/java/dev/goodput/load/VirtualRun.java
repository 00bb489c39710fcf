package dev.goodput.load;

import dev.goodput.record.HealthSample;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// One level in virtual time: the same loop, sessions and stamps as in real time, on the calling
/// thread, with a clock that moves from event to event. The client costs no time and is never late.
final class VirtualRun {
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
            () -> {});
    LoopWorker worker =
        new LoopWorker(
            seat,
            options,
            task,
            beginNanos,
            shared,
            new DirectSessionSupplier(new SessionReader(task)),
            task.plan().concurrency());
    LevelRecorder recorder =
        new LevelRecorder(task, sink, List.of(worker), shared, this::leaves, beginNanos);
    recorder.begun();
    worker.startUnwatched();
    Interruption early = step(recorder, worker, shared, beginNanos);
    return recorder.ended(early);
  }

  private @Nullable Interruption step(
      LevelRecorder recorder, LoopWorker worker, LevelShared shared, long beginNanos) {
    Interruption told = null;
    for (long until = beginNanos + STEP_NANOS; !worker.done(); until += STEP_NANOS) {
      told = tell(worker, told);
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
          until, told == null || told.now() ? DrainState.NONE : DrainState.since(until, 0));
    }
    return told;
  }

  private @Nullable Interruption tell(LoopWorker worker, @Nullable Interruption before) {
    Interruption why = interruption.get();
    if (why != null && !why.equals(before)) {
      why.tell(List.of(worker));
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
