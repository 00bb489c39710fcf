package dev.goodput.lab;

import dev.goodput.load.Cancellation;
import dev.goodput.load.EngineOptions;
import dev.goodput.load.LevelOutcome;
import dev.goodput.load.LevelPlan;
import dev.goodput.load.LevelTask;
import dev.goodput.load.LoadEngine;
import dev.goodput.load.LoadSink;
import dev.goodput.load.Retry;
import dev.goodput.metrics.live.BenchListener;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunLogWriter;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.Tls;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.client.Timeouts;
import dev.goodput.wire.server.HttpServer;
import dev.goodput.wire.server.ServerOptions;
import dev.goodput.workload.HistoryMode;
import dev.goodput.workload.SessionPlan;
import dev.goodput.workload.SessionSource;
import dev.goodput.workload.SkippedRequests;
import dev.goodput.workload.TurnPlan;
import dev.goodput.workload.arrival.Arrivals;
import dev.goodput.workload.prompt.Message;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A warm-up of the client's own path before the first arrival: connect, write, parse, record and
/// log, all against a server inside this process. The target sees none of it.
///
/// The warm-up runs in rounds until the loops' CPU time per round no longer falls and the compiler
/// is quiet, or until the time is up. A round that does not go as planned is the last.
final class SelfWarmUp {
  /// The longest time that the warm-up takes before a run.
  static final long MAX_NANOS = 3_000_000_000L;

  /// A system property with another limit in milliseconds, for this project's own tests; most of
  /// them measure no latency. Not for users: the first figures would come from cold code.
  private static final String LIMIT_IN_TESTS = "goodput.tests.warm-up-ms";

  private static final long SECOND = 1_000_000_000;
  private static final int KEPT_REQUESTS = 96;
  private static final int FRESH_REQUESTS = 64;
  private static final int USERS = 16;

  /// The arrival rate of the open loop, low enough that its arrivals are no burst for which
  /// connections would be opened.
  private static final double RATE = 6_000;

  /// The configured timeouts are meant for the real server and may be unlimited.
  private static final Timeouts TIMEOUTS = new Timeouts(SECOND, SECOND, SECOND, SECOND);

  private final BenchPlan plan;
  private final Endpoint real;
  private final EventLoops loops;
  private final NanoClock clock;
  private final long maxNanos;
  private final List<LoadEngine> engines = new ArrayList<>();
  private boolean left;

  SelfWarmUp(BenchPlan plan, Endpoint real, EventLoops loops, NanoClock clock, long maxNanos) {
    this.plan = plan;
    this.real = real;
    this.loops = loops;
    this.clock = clock;
    this.maxNanos = maxNanos;
  }

  /// Returns the longest time that the warm-up takes in this process.
  static long limitNanos() {
    long usual = TimeUnit.NANOSECONDS.toMillis(MAX_NANOS);
    return TimeUnit.MILLISECONDS.toNanos(Long.getLong(LIMIT_IN_TESTS, usual));
  }

  /// Warms up and deletes everything that it wrote.
  ///
  /// @param scratch a directory that does not exist yet, for a log that is not read
  /// @return how many rounds it took
  /// @throws dev.goodput.record.RecordException when the log cannot be written
  int run(Path scratch) {
    RunDirectory directory = RunDirectory.create(scratch, Manifest.empty());
    try (EventLoops serverLoops = EventLoops.start(1);
        HttpServer server =
            HttpServer.start(
                ServerOptions.plain("127.0.0.1", 0),
                serverLoops,
                new WarmUpHandler(real.dialect(), plan.ask().stream(), clock));
        RunLogWriter writer = directory.writer()) {
      return rounds(server.port(), writer);
    } finally {
      remove(scratch);
    }
  }

  /// Ends the warm-up at once. May be called from any thread.
  synchronized void leave() {
    left = true;
    engines.forEach(LoadEngine::stop);
  }

  private synchronized LoadEngine known(LoadEngine engine) {
    engines.add(engine);
    if (left) {
      engine.stop();
    }
    return engine;
  }

  private static void remove(Path scratch) {
    try {
      Files.deleteIfExists(scratch.resolve(RunDirectory.LOG_FILE));
      Files.deleteIfExists(scratch.resolve(RunDirectory.MANIFEST_FILE));
      Files.deleteIfExists(scratch);
    } catch (IOException e) {
      scratch.toFile().deleteOnExit();
    }
  }

  private int rounds(int port, RunLogWriter writer) {
    long origin = clock.nanoTime();
    List<HttpSender> senders = new ArrayList<>();
    try {
      LoadEngine kept = engine(port, real.connectionPerRequest(), origin, senders);
      LoadEngine fresh = engine(port, true, origin, senders);
      return warmUntilStable(kept, fresh, new BenchSink(plan, 0, writer, BenchListener.SILENT));
    } finally {
      senders.forEach(HttpSender::close);
    }
  }

  private LoadEngine engine(
      int port, boolean connectionPerRequest, long origin, List<HttpSender> senders) {
    Endpoint endpoint =
        new Endpoint(
            Endpoint.parseUrl("http://127.0.0.1:" + port),
            real.dialect(),
            real.headers(),
            null,
            Tls.SYSTEM,
            connectionPerRequest,
            List.of(),
            real.http());
    List<EngineOptions.LoopBinding> seats = new ArrayList<>();
    for (Loop loop : loops.loops()) {
      HttpSender sender = HttpSender.open(loop, endpoint, origin, TIMEOUTS, clock);
      senders.add(sender);
      seats.add(new EngineOptions.LoopBinding(loop, sender));
    }
    return known(new LoadEngine(EngineOptions.of(seats, clock, origin).withoutLead()));
  }

  /// Runs rounds until the CPU time is flat. Each round sends closed-loop and scheduled requests on
  /// kept-alive connections, and some on new ones, because a run starts with connecting.
  private int warmUntilStable(LoadEngine kept, LoadEngine fresh, LoadSink sink) {
    return new WarmUpRounds(maxNanos, clock, this::loopNanos, SelfWarmUp::compilingNanos)
        .run(left ->
            requested(kept, users(KEPT_REQUESTS, left.getAsLong()), sink)
                && requested(kept, schedule(KEPT_REQUESTS, left.getAsLong()), sink)
                && requested(fresh, users(FRESH_REQUESTS, left.getAsLong()), sink));
  }

  /// Returns whether there was time for a level and it went as planned.
  private boolean requested(LoadEngine engine, LevelPlan level, LoadSink sink) {
    return level.durationNanos() > 0 && complete(engine.run(round(level), sink));
  }

  private static LevelPlan users(int requests, long maxNanos) {
    return new LevelPlan(new Arrivals.Closed(), USERS, requests, Math.max(0, maxNanos), 0);
  }

  private static LevelPlan schedule(int requests, long maxNanos) {
    return new LevelPlan(new Arrivals.Constant(RATE), 0, requests, Math.max(0, maxNanos), 0);
  }

  private static boolean complete(LevelOutcome outcome) {
    return outcome.ending().asPlanned();
  }

  /// Returns the CPU time that the loops have used so far.
  private long loopNanos() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long sum = 0;
    for (Loop loop : loops.loops()) {
      CompletableFuture<Long> nanos = new CompletableFuture<>();
      loop.execute(() -> nanos.complete(threads.getCurrentThreadCpuTime()));
      sum += nanos.join();
    }
    return sum;
  }

  private static long compilingNanos() {
    CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    boolean supported = compiler != null && compiler.isCompilationTimeMonitoringSupported();
    return supported ? TimeUnit.MILLISECONDS.toNanos(compiler.getTotalCompilationTime()) : 0;
  }

  private LevelTask round(LevelPlan level) {
    return new LevelTask(
        0,
        level,
        new Questions(),
        new RequestEncoder(real.dialect(), plan.ask(), null),
        plan.ask().stream(),
        Retry.OFF,
        Cancellation.NONE,
        0,
        null);
  }

  /// An endless source of the same request.
  private static final class Questions implements SessionSource {
    private static final String TEXT = "What do words weigh? ".repeat(20);
    private long next;

    @Override
    public @Nullable SessionPlan next() {
      TurnPlan turn =
          new TurnPlan(List.of(new Message("user", TEXT)), TEXT, 100, WarmUpScript.TOKENS, 0, null);
      return new SessionPlan(next++, SessionPlan.UNTIMED, HistoryMode.BY_TURN, List.of(turn));
    }

    @Override
    public SkippedRequests skipped() {
      return SkippedRequests.NONE;
    }
  }
}
