package dev.goodput.load;

import dev.goodput.load.testing.FakeLoop;
import dev.goodput.load.testing.FakeServer;
import dev.goodput.load.testing.FakeSessions;
import dev.goodput.record.LatencyOrigin;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RequestSpec;
import dev.goodput.workload.TurnPlan;
import dev.goodput.workload.arrival.Arrivals;
import dev.goodput.workload.prompt.Message;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/// One level on one fake loop, everything on the test's own thread and clock.
final class LevelHarness {
  static final long MILLI = 1_000_000;
  static final long SECOND = 1_000 * MILLI;

  final FakeLoop loop = new FakeLoop();
  final FakeServer server;
  final InFlightCount concurrency = new InFlightCount();
  final FirstFault fault = new FirstFault();
  final LevelShared shared;
  final LevelTask task;
  final LoopWorker worker;
  final List<RequestRecord> records = new ArrayList<>();

  /// The settings that a test may choose; all others have plain values.
  static final class Setup {
    LevelPlan plan = LevelHarness.open(10, 5, 0, 0);
    FakeSessions sessions = FakeSessions.single();
    Retry retry = Retry.OFF;
    Cancellation cancellation = Cancellation.NONE;
    IntFunction<FakeServer.Answer> answers = _ -> FakeServer.Answer.of(20 * MILLI, MILLI, 5);
    boolean slowEncoder;

    /// The feeder's time per session, 0 if all sessions are there from the start.
    long feedNanos;

    LevelHarness start() {
      return new LevelHarness(this);
    }
  }

  private final List<Runnable> heldBodies = new ArrayList<>();

  private LevelHarness(Setup setup) {
    server = new FakeServer(loop, setup.answers);
    task =
        new LevelTask(
            0,
            setup.plan,
            setup.sessions,
            LevelHarness::encode,
            true,
            setup.retry,
            setup.cancellation,
            42,
            null);
    SessionBuffer buffer = new SessionBuffer(setup.plan, 1);
    SessionReader reader = new SessionReader(task);
    if (setup.feedNanos == 0) {
      feed(buffer, reader, 0);
    }
    LaterTurnEncoder laterTurns =
        (run, conversation, turn) -> {
          Runnable ready = () -> run.encoded(encode(conversation, turn));
          if (setup.slowEncoder) {
            heldBodies.add(ready);
          } else {
            loop.execute(ready);
          }
        };
    shared =
        new LevelShared(
            new ConcurrencyLimiter(setup.plan.maxInFlight()),
            concurrency,
            laterTurns,
            fault,
            false,
            () -> {});
    EngineOptions.LoopBinding seat = new EngineOptions.LoopBinding(loop, server);
    EngineOptions options = EngineOptions.of(List.of(seat), loop, 0);
    worker =
        new LoopWorker(
            seat, options, task, 0, shared, buffer.supply(0), setup.plan.userStarts(0, 1));
    buffer.attach(List.of(worker));
    worker.start();
    if (setup.feedNanos > 0) {
      feed(buffer, reader, setup.feedNanos);
    }
  }

  private void feed(SessionBuffer buffer, SessionReader reader, long apartNanos) {
    PlannedSession next = reader.next();
    while (next != null && apartNanos == 0) {
      offer(buffer, next);
      next = reader.next();
    }
    if (next == null) {
      buffer.end(reader.excluded());
    } else {
      offer(buffer, next);
      var _ = loop.at(loop.nanoTime() + apartNanos, () -> feed(buffer, reader, apartNanos));
    }
  }

  private static void offer(SessionBuffer buffer, PlannedSession next) {
    if (!buffer.offer(next)) {
      throw new IllegalStateException("a test's plan must fit the stock");
    }
  }

  private static Body encode(List<Message> conversation, TurnPlan turn) {
    String text = conversation.stream().map(Message::content).collect(Collectors.joining("|"));
    return new Body(text.getBytes(StandardCharsets.UTF_8), -1);
  }

  /// A finished request with a response text that is still to be counted.
  static FinishedRecord answer(String text) {
    FinishedRecord base =
        RecordFactory.unsent(
            new RecordFactory.LevelFacts(0, true, LatencyOrigin.DUE),
            0,
            0,
            new RequestSpec(0, 0, 1, 1, 1),
            RecordFactory.neverSent(0, 0, 0),
            "");
    return new FinishedRecord(base.record(), -1, text, null);
  }

  static LevelPlan open(double rate, long requests, long durationNanos, int cap) {
    return new LevelPlan(new Arrivals.Constant(rate), 0, requests, durationNanos, cap);
  }

  static LevelPlan closed(int users, long requests, long durationNanos) {
    return new LevelPlan(new Arrivals.Closed(), users, requests, durationNanos, 0);
  }

  /// Delivers the bodies that a slow encoder held back.
  void releaseBodies() {
    heldBodies.forEach(loop::execute);
    heldBodies.clear();
  }

  /// Delivers the body that was held back longest.
  void releaseBody() {
    loop.execute(heldBodies.removeFirst());
  }

  /// Runs until the given time and collects finished records.
  LevelHarness runUntil(long nanos) {
    loop.runUntil(nanos);
    fault.rethrow();
    return handOn();
  }

  /// Collects finished records.
  LevelHarness handOn() {
    worker.backlog().drain(finished -> records.add(finished.record()), Integer.MAX_VALUE);
    return this;
  }

  /// The sum that the running integral must equal.
  long inFlightByRecords() {
    return records.stream()
        .filter(RequestRecord::last)
        .mapToLong(r -> r.stamps().endedNanos() - r.startNanos())
        .sum();
  }
}
