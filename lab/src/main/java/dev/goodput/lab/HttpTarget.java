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

/// An HTTP server that speaks one of the dialects.
///
/// Owns its event loops and connections from [#open] to [#close]. The run's origin, from which all
/// stamps count, is the moment of opening, or lies as long before it as the run has gone on.
public final class HttpTarget implements Target {
  private static final String BEFORE = "interrupted before load began";

  private final Endpoint endpoint;
  private final TargetFacts facts;
  private final EventLoops loops;
  private final NanoClock clock = NanoClock.SYSTEM;
  private final long originNanoTime;
  private final List<HttpSender> senders = new ArrayList<>();
  private @Nullable LoadEngine engine;
  private @Nullable SelfWarmUp warmUp;
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
  /// @param facts what the pre-flight probe of the endpoint found
  public static HttpTarget open(Endpoint endpoint, TargetFacts facts) {
    return open(endpoint, facts, 0);
  }

  /// The same for a run that is gone on with.
  ///
  /// @param goneNanos how long ago it began
  public static HttpTarget open(Endpoint endpoint, TargetFacts facts, long goneNanos) {
    int cores = Runtime.getRuntime().availableProcessors();
    EventLoops loops = EventLoops.start(Math.max(1, cores - 1));
    return new HttpTarget(endpoint, facts, loops, NanoClock.SYSTEM.nanoTime() - goneNanos);
  }

  /// The same for a few requests now and then: on one loop, with stamps that count from a moment
  /// which targets beside it share.
  ///
  /// @param originNanoTime that moment, on the system's [NanoClock]
  public static HttpTarget small(Endpoint endpoint, TargetFacts facts, long originNanoTime) {
    return new HttpTarget(endpoint, facts, EventLoops.start(1), originNanoTime);
  }

  /// The loops on which everything is sent and read, for who wants to see what their load does to
  /// others on them.
  public List<Loop> loops() {
    return loops.loops();
  }

  /// When the run began, on the system's [NanoClock]: stamps of others that count from it are on
  /// the run's time axis.
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
            new TurnAsk(endpoint.dialect(), plan.ask(), tokenizer),
            plan.ask().stream(),
            plan.retry(),
            plan.cancellation(),
            plan.seed(index),
            counter);
    return engine(plan).run(task, sink);
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
    leaveWarmUp();
    if (engine != null) {
      engine.drain();
    }
  }

  @Override
  public synchronized void stop() {
    stopped = true;
    leaveWarmUp();
    if (engine != null) {
      engine.stop();
    }
  }

  private void leaveWarmUp() {
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

  /// Requests that were sent a second time so far, as the server had closed the kept connection
  /// under them: it may have counted them twice.
  public synchronized int sentAgain() {
    return senders.stream().mapToInt(HttpSender::sentAgain).sum();
  }

  /// Connections that were opened before a burst so far, so that its requests need not wait for
  /// them. From any thread.
  public synchronized int openedAhead() {
    return senders.stream().mapToInt(HttpSender::openedAhead).sum();
  }

  @Override
  public void close() {
    senders.forEach(HttpSender::close);
    loops.close();
  }
}
