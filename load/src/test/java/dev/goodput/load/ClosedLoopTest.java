package dev.goodput.load;

import static dev.goodput.load.LevelHarness.MILLI;
import static dev.goodput.load.LevelHarness.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.load.testing.FakeServer;
import dev.goodput.load.testing.FakeSessions;
import dev.goodput.record.LatencyOrigin;
import dev.goodput.record.Outcome;
import dev.goodput.workload.HistoryMode;
import dev.goodput.workload.arrival.Arrivals;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ClosedLoopTest {
  private static final Outcome BUSY = new Outcome.HttpError(503, "busy");

  private final LevelHarness.Setup setup = new LevelHarness.Setup();

  @Test
  void neverExceedsTheNumberOfUsers() {
    setup.plan = LevelHarness.closed(7, 100, 0);
    setup.answers = i -> FakeServer.Answer.of((i * 31L % 17 + 1) * MILLI, MILLI, 1 + i % 4);
    LevelHarness level = setup.start().runUntil(60 * SECOND);

    assertThat(level.records).hasSize(100);
    assertThat(level.server.peak()).isEqualTo(7);
    assertThat(level.concurrency.peak()).isEqualTo(7);
    assertThat(level.worker.inFlightNanos()).isEqualTo(level.inFlightByRecords());
  }

  /// Eight users of a server that responds in half a millisecond wait for a feeder that supplies
  /// one session per millisecond, so each of them waits about seven milliseconds.
  @Test
  void usersWhoGetSessionsOneByOneStarveWhileTheyWait() {
    setup.plan = LevelHarness.closed(8, 400, 0);
    setup.answers = _ -> FakeServer.Answer.of(MILLI / 2, MILLI / 4, 1);
    setup.feedNanos = MILLI;
    LevelHarness level = setup.start().runUntil(300 * MILLI);

    List<Long> lags = new ArrayList<>();
    level.worker.probe().drainTo(lags);
    assertThat(lags.subList(5, lags.size()))
        .hasSizeGreaterThan(20)
        .allSatisfy(lag -> assertThat(lag).isBetween(6 * MILLI, 8 * MILLI));
  }

  /// A thousand users stay in flight for long once they have started, and the feeder supplies one
  /// session every 10 ms: users who have not started after a second have waited for all of it.
  @Test
  void usersWithoutASessionToStartStarveToo() {
    setup.plan = LevelHarness.closed(1000, 1000, 0);
    setup.answers = _ -> FakeServer.Answer.of(10 * SECOND, MILLI, 2);
    setup.feedNanos = 10 * MILLI;
    LevelHarness level = setup.start().runUntil(SECOND);

    List<Long> lags = new ArrayList<>();
    level.worker.probe().drainTo(lags);
    assertThat(lags.getLast()).isBetween(950 * MILLI, SECOND);
  }

  @Test
  void eachUserSendsTheNextRequestAfterTheResponse() {
    setup.plan = LevelHarness.closed(1, 3, 0);
    LevelHarness level = setup.start().runUntil(SECOND);

    assertThat(level.records)
        .extracting(r -> r.stamps().dueNanos())
        .containsExactly(0L, 24 * MILLI, 48 * MILLI);
    assertThat(level.records)
        .allSatisfy(r -> {
          assertThat(r.start()).isEqualTo(LatencyOrigin.DUE);
          assertThat(r.stamps().intendedNanos()).isEqualTo(r.stamps().dueNanos());
        });
  }

  /// Responses take 24 ms, so each of four users who think for 76 ms sends once in 100 ms.
  @Test
  void usersWithThinkTimeStartSpreadOutAndPauseAfterEachResponse() {
    setup.plan = new LevelPlan(new Arrivals.Closed(76 * MILLI), 4, 1000, SECOND, 0);
    LevelHarness level = setup.start().runUntil(2 * SECOND);

    List<Long> due = new ArrayList<>();
    level.records.forEach(r -> due.add(r.stamps().dueNanos() / MILLI));
    assertThat(due).startsWith(0L, 19L, 38L, 57L, 100L, 119L, 138L, 157L, 200L).hasSize(40);
    assertThat(level.concurrency.peak()).isEqualTo(2);
    assertThat(level.worker.done()).isTrue();
    List<Long> lags = new ArrayList<>();
    level.worker.probe().drainTo(lags);
    assertThat(lags).as("thinking is no wait for the client").containsOnly(0L);
  }

  /// A user who thinks for longer than the pause after a failure pauses no longer for it.
  @Test
  void thinkingIncludesThePauseAfterAFailure() {
    setup.plan = new LevelPlan(new Arrivals.Closed(500 * MILLI), 1, 3, 0, 0);
    setup.answers = _ -> FakeServer.Answer.failing(MILLI, BUSY);
    LevelHarness level = setup.start().runUntil(10 * SECOND);

    assertThat(level.records)
        .extracting(r -> r.stamps().dueNanos() / MILLI)
        .containsExactly(0L, 501L, 1002L);
    assertThat(level.worker.pauses().count()).isZero();
  }

  @Test
  void sendsThePlanInOrder() {
    setup.plan = LevelHarness.closed(3, 30, 0);
    LevelHarness level = setup.start().runUntil(10 * SECOND);

    assertThat(level.server.bodies())
        .containsExactlyElementsOf(IntStream.range(0, 30).mapToObj(i -> "s" + i + "t0").toList());
  }

  @Test
  void startsNothingAfterTheEndAndFinishesWhatHasStarted() {
    setup.plan = LevelHarness.closed(2, 0, 100 * MILLI);
    setup.plan = new LevelPlan(setup.plan.arrivals(), 2, 1000, 100 * MILLI, 0);
    LevelHarness level = setup.start().runUntil(SECOND);

    assertThat(level.records)
        .hasSize(10)
        .allSatisfy(r -> {
          assertThat(r.stamps().dueNanos()).isLessThan(100 * MILLI);
          assertThat(r.outcome()).isEqualTo(new Outcome.Ok("stop"));
        });
    assertThat(level.worker.done()).isTrue();
  }

  @Test
  void doesNotHammerAServerThatRefuses() {
    setup.plan = LevelHarness.closed(1, 5, 0);
    setup.answers = _ -> FakeServer.Answer.failing(MILLI, new Outcome.Refused("nobody there"));
    LevelHarness level = setup.start().runUntil(10 * SECOND);

    List<Long> due = new ArrayList<>();
    level.records.forEach(r -> due.add(r.stamps().dueNanos() / MILLI));
    assertThat(due).containsExactly(0L, 101L, 202L, 303L, 404L);
  }

  /// The first request is answered in 24 ms; failures follow after a millisecond each.
  private LevelHarness failingAfterTheFirst(
      LevelPlan plan, int retryAfterSeconds, long untilNanos) {
    setup.plan = plan;
    setup.answers =
        i ->
            i == 0
                ? FakeServer.Answer.of(20 * MILLI, MILLI, 5)
                : new FakeServer.Answer(MILLI, 0, 0, BUSY, retryAfterSeconds);
    return setup.start().runUntil(untilNanos);
  }

  private static List<Long> dueMillis(LevelHarness level) {
    return level.records.stream().map(r -> r.stamps().dueNanos() / MILLI).toList();
  }

  /// Whatever the server asks for: users who stayed away would see nothing of an outage.
  @Test
  void aUserPausesForATenthOfASecondAfterEachFailure() {
    for (int retryAfter : List.of(-1, 3600)) {
      LevelHarness level =
          failingAfterTheFirst(LevelHarness.closed(1, 5, 0), retryAfter, 60 * SECOND);

      assertThat(dueMillis(level)).containsExactly(0L, 24L, 125L, 226L, 327L);
      assertThat(level.worker.pauses().count()).isEqualTo(4);
    }
  }

  @Test
  void noUserPausesAfterAResponse() {
    setup.plan = LevelHarness.closed(1, 4, 0);
    setup.answers =
        i ->
            i % 2 == 0
                ? FakeServer.Answer.of(20 * MILLI, MILLI, 5)
                : FakeServer.Answer.failing(MILLI, BUSY);
    LevelHarness level = setup.start().runUntil(60 * SECOND);

    assertThat(dueMillis(level)).containsExactly(0L, 24L, 125L, 149L);
  }

  @Test
  void noPauseOutlastsTheLevel() {
    LevelHarness level =
        failingAfterTheFirst(LevelHarness.closed(1, 1000, 200 * MILLI), -1, 2 * SECOND);

    assertThat(dueMillis(level)).containsExactly(0L, 24L, 125L);
    assertThat(level.worker.pauses()).isEqualTo(new FailurePauses(2, 100 * MILLI + 74 * MILLI));
    assertThat(level.worker.done()).isTrue();
  }

  /// The client does not keep a pausing user waiting.
  @Test
  void aPauseIsNoLagOfTheClient() {
    LevelHarness level = failingAfterTheFirst(LevelHarness.closed(1, 8, 0), -1, 3 * SECOND);

    List<Long> lags = new ArrayList<>();
    level.worker.probe().drainTo(lags);
    assertThat(lags).hasSizeGreaterThan(20).allSatisfy(lag -> assertThat(lag).isZero());
  }

  @Test
  void aTurnAfterAFailureWaitsForThePauseOrTheThinkTimeWhicheverIsLonger() {
    for (long think : List.of(0L, 30L, 700L)) {
      setup.sessions = FakeSessions.of(3, think * MILLI, HistoryMode.BY_TURN);
      LevelHarness level = failingAfterTheFirst(LevelHarness.closed(1, 3, 0), -1, 60 * SECOND);

      long second = 24 + think;
      assertThat(dueMillis(level)).containsExactly(0L, second, second + 1 + Math.max(100, think));
    }
  }

  @Test
  void readsItsSocketsWhileManyUsersStart() {
    setup.plan = LevelHarness.closed(1000, 2000, 0);
    setup.answers = _ -> FakeServer.Answer.of(20 * MILLI, MILLI, 2);
    LevelHarness level = setup.start();
    level.server.setSendNanos(MILLI / 10);
    level.runUntil(10 * SECOND);

    assertThat(level.records)
        .hasSize(2000)
        .allSatisfy(r ->
            assertThat(r.stamps().firstTokenNanos() - r.stamps().dispatchedNanos())
                .isLessThan(23 * MILLI));
  }

  /// A request takes 0.1 ms to send and 21 ms to be answered: some 210 of a thousand users are in
  /// flight, and each of the others waits for its turn for about 79 ms. The 0.1 s that it takes to
  /// start all of them does not count as waiting.
  @Test
  void usersInTheNextBatchWaitForTheClient() {
    setup.plan = LevelHarness.closed(1000, 2000, 0);
    setup.answers = _ -> FakeServer.Answer.of(20 * MILLI, MILLI, 2);
    LevelHarness level = setup.start();
    level.server.setSendNanos(MILLI / 10);
    level.runUntil(SECOND);

    List<Long> lags = new ArrayList<>();
    level.worker.probe().drainTo(lags);
    assertThat(lags.subList(0, 2)).allSatisfy(lag -> assertThat(lag).isLessThan(2 * MILLI));
    assertThat(lags.subList(12, 18))
        .allSatisfy(lag -> assertThat(lag).isBetween(70 * MILLI, 90 * MILLI));
  }

  @Test
  void startsManyUsersInBatches() {
    setup.plan = LevelHarness.closed(300, 300, 0);
    LevelHarness level = setup.start().runUntil(MILLI);

    assertThat(level.concurrency.now()).isEqualTo(300);
  }
}
