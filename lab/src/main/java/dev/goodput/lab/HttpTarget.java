package dev.goodput.lab;

import dev.goodput.load.EngineOptions;
import dev.goodput.load.LevelOutcome;
import dev.goodput.load.LevelTask;
import dev.goodput.load.LoadEngine;
import dev.goodput.load.LoadSink;
import dev.goodput.record.LevelEnded;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.client.TargetFacts;
import dev.goodput.workload.SessionSource;
import dev.goodput.workload.tokenizer.Tokenizer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// An HTTP server that speaks one of the dialects, as a target.
///
/// Owns its event loops and connections from [#open] to [#close]. All stamps count from the run's
/// origin: the time of opening or, for a resumed run, that time minus how long ago the run started.
public final class HttpTarget implements Target {
  private static final String BEFORE = "interrupted before the load started";

  private final Endpoint endpoint;
  private final TargetFacts facts;
  private final EventLoops loops;
  private final NanoClock clock = NanoClock.SYSTEM;
  private final long originNanoTime;
  private final List<HttpSender> senders = new ArrayList<>();
  private @Nullable LoadEngine engine;
  private @Nullable SelfWarmUp warmUp;
  private boolean begins;
  private long beginNanoTime;
  private boolean drained;
  private boolean stopped;

  private HttpTarget(Endpoint endpoint, TargetFacts facts, EventLoops loops, long originNanoTime) {
    this.originNanoTime = originNanoTime;
    this.endpoint = endpoint;
    this.facts = facts;
    this.loops = loops;
  }

  /// Starts the event loops: one less than the machine has cores, at least one.
  ///
  /// @param facts results of the endpoint's pre-flight probe
  public static HttpTarget open(Endpoint endpoint, TargetFacts facts) {
    return open(endpoint, facts, 0);
  }

  /// Starts the event loops for a resumed run.
  ///
  /// @param elapsedNanos how long ago the run started
  public static HttpTarget open(Endpoint endpoint, TargetFacts facts, long elapsedNanos) {
    int cores = Runtime.getRuntime().availableProcessors();
    EventLoops loops = EventLoops.start(Math.max(1, cores - 1));
    return new HttpTarget(endpoint, facts, loops, NanoClock.SYSTEM.nanoTime() - elapsedNanos);
  }

  /// Starts one loop, for a few requests now and then. Stamps count from a time that is shared with
  /// other targets.
  ///
  /// @param originNanoTime that time, on the system's [NanoClock]
  public static HttpTarget small(Endpoint endpoint, TargetFacts facts, long originNanoTime) {
    return new HttpTarget(endpoint, facts, EventLoops.start(1), originNanoTime);
  }

  /// Returns the loops that send and read everything, for callers that measure how their load
  /// affects other work on these loops.
  public List<Loop> loops() {
    return loops.loops();
  }

  /// Returns when the run started, on the system's [NanoClock]. Stamps from elsewhere that count
  /// from this time are on the run's time axis.
  public long originNanoTime() {
    return originNanoTime;
  }

  @Override
  public TargetFacts facts() {
    return facts;
  }

  @Override
  public void warmUp(BenchPlan plan, Path scratch) {
    SelfWarmUp warming = new SelfWarmUp(plan, endpoint, loops, clock, SelfWarmUp.limitNanos());
    synchronized (this) {
      warmUp = warming;
      if (drained || stopped) {
        warming.leave();
      }
    }
    warming.run(scratch);
    synchronized (this) {
      warmUp = null;
    }
  }

  @Override
  public void setStart(long nanoTime) {
    begins = true;
    beginNanoTime = nanoTime;
  }

  @Override
  public void pause(long nanos) {
    LockSupport.parkNanos(nanos);
  }

  @Override
  public LevelOutcome run(BenchPlan plan, int index, SessionSource source, LoadSink sink) {
    Tokenizer tokenizer = plan.tokenizer();
    ToIntFunction<String> counter = tokenizer == null ? null : tokenizer::count;
    LevelTask task =
        new LevelTask(
            index,
            plan.levels().get(index),
            source,
            new RequestEncoder(endpoint.dialect(), plan.ask(), tokenizer),
            plan.ask().stream(),
            plan.retry(),
            plan.cancellation(),
            plan.seed(index),
            counter);
    LoadEngine load = engine(plan);
    if (index == 0 && begins) {
      load.setStart(beginNanoTime - originNanoTime);
    }
    return load.run(task, sink);
  }

  private synchronized LoadEngine engine(BenchPlan plan) {
    if (engine != null) {
      return engine;
    }
    List<EngineOptions.LoopBinding> seats = new ArrayList<>();
    for (Loop loop : loops.loops()) {
      HttpSender sender = HttpSender.open(loop, endpoint, originNanoTime, plan.timeouts(), clock);
      senders.add(sender);
      seats.add(new EngineOptions.LoopBinding(loop, sender));
    }
    LoadEngine made =
        new LoadEngine(
            new EngineOptions(
                seats, clock, originNanoTime, SocketQueues.to(endpoint.port()), plan.drainNanos()));
    if (drained) {
      made.drain();
    }
    if (stopped) {
      made.stop();
    }
    engine = made;
    return made;
  }

  @Override
  public synchronized void drain() {
    drained = true;
    cancelWarmUp();
    if (engine != null) {
      engine.drain();
    }
  }

  @Override
  public synchronized void stop() {
    stopped = true;
    cancelWarmUp();
    if (engine != null) {
      engine.stop();
    }
  }

  private void cancelWarmUp() {
    if (warmUp != null) {
      warmUp.leave();
    }
  }

  @Override
  public synchronized @Nullable LevelOutcome interrupted() {
    if (engine != null) {
      return engine.interrupted();
    }
    if (stopped) {
      return new LevelOutcome(LevelEnded.Ending.STOPPED, BEFORE);
    }
    return drained ? new LevelOutcome(LevelEnded.Ending.DRAINED, BEFORE) : null;
  }

  /// Returns how many requests were sent a second time so far because the server had closed the
  /// kept-alive connection; the server may have counted them twice.
  public synchronized int sentAgain() {
    return senders.stream().mapToInt(HttpSender::sentAgain).sum();
  }

  /// Returns how many connections were opened before a burst so far, so that its requests need not
  /// wait for them. May be called from any thread.
  public synchronized int prewarmed() {
    return senders.stream().mapToInt(HttpSender::prewarmed).sum();
  }

  @Override
  public void close() {
    senders.forEach(HttpSender::close);
    loops.close();
  }
}
