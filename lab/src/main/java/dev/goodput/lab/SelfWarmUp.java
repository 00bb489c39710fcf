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

/// Makes the client's own path fast before the first arrival: connect, write, parse, record, log,
/// all against a server inside this process. The target sees nothing of it.
///
/// Goes on in rounds until the loops' own time per round no longer falls and the compiler is quiet,
/// or the time is over; a round that does not go as planned is the last.
final class SelfWarmUp {
  /// The most time that it takes before a run.
  static final long MOST_NANOS = 3_000_000_000L;

  /// A system property with another limit in milliseconds, for tests of this project, most of which
  /// measure no latency. Not for users: the first figures would be those of cold code.
  private static final String LIMIT_IN_TESTS = "goodput.tests.warm-up-ms";

  private static final long SECOND = 1_000_000_000;
  private static final int KEPT_REQUESTS = 96;
  private static final int FRESH_REQUESTS = 64;
  private static final int USERS = 16;

  /// Arrivals of an open loop, too far apart to be a burst, for which connections would be opened.
  private static final double RATE = 6_000;

  /// The real time-outs are for the real server, and may be none.
  private static final Timeouts TIMEOUTS = new Timeouts(SECOND, SECOND, SECOND, SECOND);

  private final BenchPlan plan;
  private final Endpoint real;
  private final EventLoops loops;
  private final NanoClock clock;
  private final long mostNanos;
  private final List<LoadEngine> engines = new ArrayList<>();
  private boolean left;

  SelfWarmUp(BenchPlan plan, Endpoint real, EventLoops loops, NanoClock clock, long mostNanos) {
    this.plan = plan;
    this.real = real;
    this.loops = loops;
    this.clock = clock;
    this.mostNanos = mostNanos;
  }

  /// The most time that it takes in this process.
  static long limitNanos() {
    long usual = TimeUnit.NANOSECONDS.toMillis(MOST_NANOS);
    return TimeUnit.MILLISECONDS.toNanos(Long.getLong(LIMIT_IN_TESTS, usual));
  }

  /// Warms up, leaving nothing behind.
  ///
  /// @param scratch a directory that is not there yet, for a log that nobody reads
  /// @return how many rounds it took
  /// @throws dev.goodput.record.RecordException where it cannot be written
  int run(Path scratch) {
    RunDirectory directory = RunDirectory.create(scratch, Manifest.empty());
    try (EventLoops serverLoops = EventLoops.start(1);
        HttpServer server =
            HttpServer.start(
                ServerOptions.plain("127.0.0.1", 0),
                serverLoops,
                new WarmUpAnswers(real.dialect(), plan.ask().stream(), clock));
        RunLogWriter writer = directory.writer()) {
      return rounds(server.port(), writer);
    } finally {
      remove(scratch);
    }
  }

  /// Ends it at once; from any thread.
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
      return untilFlat(kept, fresh, new BenchSink(plan, 0, writer, BenchListener.SILENT));
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

  /// Each round sends requests of users and of a schedule on kept connections, and some on fresh
  /// ones: a run starts with connecting.
  private int untilFlat(LoadEngine kept, LoadEngine fresh, LoadSink sink) {
    return new WarmUpRounds(mostNanos, clock, this::loopNanos, SelfWarmUp::compilingNanos)
        .run(left ->
            asked(kept, users(KEPT_REQUESTS, left.getAsLong()), sink)
                && asked(kept, schedule(KEPT_REQUESTS, left.getAsLong()), sink)
                && asked(fresh, users(FRESH_REQUESTS, left.getAsLong()), sink));
  }

  /// Whether there was time to ask, and it went as planned.
  private boolean asked(LoadEngine engine, LevelPlan level, LoadSink sink) {
    return level.durationNanos() > 0 && complete(engine.run(round(level), sink));
  }

  private static LevelPlan users(int requests, long mostNanos) {
    return new LevelPlan(new Arrivals.Closed(), USERS, requests, Math.max(0, mostNanos), 0);
  }

  private static LevelPlan schedule(int requests, long mostNanos) {
    return new LevelPlan(new Arrivals.Constant(RATE), 0, requests, Math.max(0, mostNanos), 0);
  }

  private static boolean complete(LevelOutcome outcome) {
    return outcome.ending().asPlanned();
  }

  /// CPU time that the loops used so far.
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
    boolean told = compiler != null && compiler.isCompilationTimeMonitoringSupported();
    return told ? TimeUnit.MILLISECONDS.toNanos(compiler.getTotalCompilationTime()) : 0;
  }

  private LevelTask round(LevelPlan level) {
    return new LevelTask(
        0,
        level,
        new Questions(),
        new TurnAsk(real.dialect(), plan.ask(), null),
        plan.ask().stream(),
        Retry.OFF,
        Cancellation.NONE,
        0,
        null);
  }

  /// The same question again and again.
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
