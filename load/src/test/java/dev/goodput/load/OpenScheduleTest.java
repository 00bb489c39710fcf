package dev.goodput.load;

import static dev.goodput.load.LevelHarness.MILLI;
import static dev.goodput.load.LevelHarness.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.load.testing.FakeServer;
import dev.goodput.load.testing.FakeSessions;
import dev.goodput.record.LatencyOrigin;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import dev.goodput.workload.arrival.Arrivals;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OpenScheduleTest {
  private final LevelHarness.Setup setup = new LevelHarness.Setup();

  @Test
  void startsEveryArrivalAtItsOwnTime() {
    LevelHarness level = setup.start().runUntil(SECOND);

    assertThat(level.records)
        .extracting(r -> r.stamps().intendedNanos())
        .containsExactly(0L, 100 * MILLI, 200 * MILLI, 300 * MILLI, 400 * MILLI);
    assertThat(level.records)
        .allSatisfy(r -> {
          assertThat(r.start()).isEqualTo(LatencyOrigin.INTENDED);
          assertThat(r.stamps().dueNanos()).isEqualTo(r.stamps().intendedNanos());
          assertThat(r.stamps().dispatchedNanos()).isEqualTo(r.stamps().intendedNanos());
          assertThat(r.outcome()).isEqualTo(new Outcome.Ok("stop"));
          assertThat(r.last()).isTrue();
        });
    assertThat(level.worker.done()).isTrue();
  }

  @Test
  void keepsTheIntendedStartWhenTheLoopIsLate() {
    LevelHarness level = setup.start().runUntil(150 * MILLI);
    level.loop.stall(200 * MILLI);
    level.runUntil(SECOND);

    RequestRecord third = level.records.get(2);
    assertThat(third.stamps().intendedNanos()).isEqualTo(200 * MILLI);
    assertThat(third.stamps().dueNanos()).isEqualTo(350 * MILLI);
    RequestRecord fourth = level.records.get(3);
    assertThat(fourth.stamps().intendedNanos()).isEqualTo(300 * MILLI);
    assertThat(fourth.stamps().dueNanos()).isEqualTo(350 * MILLI);
    assertThat(level.records.get(4).stamps().dueNanos()).isEqualTo(400 * MILLI);
  }

  @Test
  void arrivalsContinueHoweverManyAreInFlight() {
    setup.answers = _ -> FakeServer.Answer.of(10 * SECOND, 0, 1);
    LevelHarness level = setup.start().runUntil(SECOND);

    assertThat(level.server.peak()).isEqualTo(5);
    assertThat(level.concurrency.now()).isEqualTo(5);
  }

  @Test
  void keepsTheIntendedStartOfRequestsWaitingForTheCap() {
    setup.plan = LevelHarness.open(10, 4, 0, 1);
    setup.answers = _ -> FakeServer.Answer.of(250 * MILLI, 0, 1);
    LevelHarness level = setup.start().runUntil(2 * SECOND);

    assertThat(level.server.peak()).isEqualTo(1);
    assertThat(level.records)
        .extracting(r -> r.stamps().intendedNanos())
        .containsExactly(0L, 100 * MILLI, 200 * MILLI, 300 * MILLI);
    assertThat(level.records)
        .extracting(r -> r.stamps().dueNanos())
        .containsExactly(0L, 100 * MILLI, 200 * MILLI, 300 * MILLI);
    assertThat(level.records)
        .extracting(r -> r.stamps().dispatchedNanos())
        .containsExactly(0L, 250 * MILLI, 500 * MILLI, 750 * MILLI);
    assertThat(level.concurrency.peak()).isEqualTo(3);
  }

  @Test
  void dropsArrivalsAfterTheEnd() {
    setup.plan = LevelHarness.open(10, 0, 350 * MILLI, 0);
    LevelHarness level = setup.start().runUntil(5 * SECOND);

    assertThat(level.records).hasSize(4);
    assertThat(level.worker.done()).isTrue();
  }

  @Test
  void endsAtWhicheverLimitComesFirst() {
    setup.plan = LevelHarness.open(10, 3, 350 * MILLI, 0);

    assertThat(setup.start().runUntil(5 * SECOND).records).hasSize(3);
  }

  @Test
  void followsRecordedTimesWithTheirScale() {
    setup.plan = new LevelPlan(new Arrivals.Trace(0.5), 0, 3, 0, 0);
    setup.sessions = FakeSessions.timed(100 * MILLI);
    LevelHarness level = setup.start().runUntil(SECOND);

    assertThat(level.records)
        .extracting(r -> r.stamps().intendedNanos())
        .containsExactly(0L, 50 * MILLI, 100 * MILLI);
  }

  @Test
  void integralOfRequestsInFlightIsTheSumOverRecords() {
    setup.plan = LevelHarness.open(50, 40, 0, 3);
    setup.answers = i -> FakeServer.Answer.of((i * 37L % 11 + 1) * 10 * MILLI, MILLI, 1 + i % 5);
    LevelHarness level = setup.start().runUntil(100 * MILLI);
    level.loop.stall(130 * MILLI);
    level.runUntil(60 * SECOND);

    assertThat(level.records).hasSize(40);
    assertThat(level.worker.inFlightNanos()).isEqualTo(level.inFlightByRecords());
    assertThat(level.concurrency.now()).isZero();
  }

  @Test
  void drainingRecordsDueRequestsAsUnsent() {
    setup.plan = LevelHarness.open(10, 50, 0, 1);
    setup.answers = _ -> FakeServer.Answer.of(250 * MILLI, 0, 1);
    LevelHarness level = setup.start().runUntil(320 * MILLI);
    level.loop.stall(100 * MILLI);
    level.worker.drain("drained");
    level.runUntil(5 * SECOND);

    List<RequestRecord> unsent =
        level.records.stream().filter(r -> r.outcome() instanceof Outcome.Unsent).toList();
    assertThat(level.records).hasSize(5);
    assertThat(unsent)
        .extracting(r -> r.stamps().intendedNanos())
        .containsExactlyInAnyOrder(200 * MILLI, 300 * MILLI, 400 * MILLI);
    assertThat(unsent)
        .allSatisfy(r -> {
          assertThat(r.stamps().dispatchedNanos()).isEqualTo(Stamps.ABSENT);
          assertThat(r.stamps().endedNanos()).isEqualTo(420 * MILLI);
          assertThat(r.outcome().detail()).isEqualTo("drained");
        });
    assertThat(level.worker.done()).isTrue();
    assertThat(level.worker.inFlightNanos()).isEqualTo(level.inFlightByRecords());
  }

  @Test
  void isNotDoneBeforeTheLastOverdueArrivalIsRecorded() {
    LevelHarness level = setup.start().runUntil(50 * MILLI);
    level.loop.stall(SECOND);
    List<Boolean> doneAtEachLook = new ArrayList<>();
    level.loop.onLook(() -> doneAtEachLook.add(level.worker.done()));
    level.worker.stop("stopped");
    level.runUntil(SECOND);

    assertThat(level.records)
        .hasSize(5)
        .filteredOn(r -> r.outcome() instanceof Outcome.Unsent)
        .hasSize(4);
    assertThat(level.worker.done()).isTrue();
    assertThat(doneAtEachLook).isNotEmpty().containsOnly(false);
  }

  @Test
  void readsItsSocketsWhileABurstIsSent() {
    setup.plan = new LevelPlan(new Arrivals.Burst(1000), 0, 1000, 0, 0);
    LevelHarness level = sendingSlowly();

    assertThat(level.records)
        .hasSize(1000)
        .allSatisfy(r -> {
          assertThat(r.stamps().intendedNanos()).isZero();
          assertThat(r.stamps().firstTokenNanos() - r.stamps().dispatchedNanos())
              .isBetween(MILLI, 4 * MILLI);
        });
    assertThat(level.records.getLast().stamps().dueNanos()).isGreaterThan(90 * MILLI);
  }

  /// A request takes 0.1 ms to send: the first 200 are sent one after another, in 20 ms, and the
  /// first responses wait that long at most.
  @Test
  void sendsABurstInOneGoOnOpenConnections() {
    setup.plan = new LevelPlan(new Arrivals.Burst(1000), 0, 1000, 0, 0);
    setup.answers = _ -> FakeServer.Answer.of(MILLI, MILLI, 2);
    LevelHarness level = setup.start();
    level.server.setSendNanos(MILLI / 10);
    level.server.setConnected(true);
    level.runUntil(10 * SECOND);

    assertThat(level.records).hasSize(1000);
    assertThat(level.records)
        .filteredOn(r -> r.id() < 200)
        .allSatisfy(r ->
            assertThat(r.stamps().dispatchedNanos() - r.stamps().intendedNanos())
                .isEqualTo(r.id() * (MILLI / 10)));
    assertThat(level.records)
        .allSatisfy(r ->
            assertThat(r.stamps().firstTokenNanos() - r.stamps().dispatchedNanos())
                .isBetween(MILLI, 21 * MILLI));
  }

  @Test
  void readsItsSocketsWhileItCatchesUp() {
    setup.plan = LevelHarness.open(1000, 1000, 0, 0);
    LevelHarness level = setup.start().runUntil(MILLI);
    level.loop.stall(SECOND);
    level.server.setSendNanos(MILLI / 10);
    level.runUntil(10 * SECOND);

    assertThat(level.records)
        .hasSize(1000)
        .filteredOn(r -> r.stamps().dispatchedNanos() > SECOND)
        .hasSizeGreaterThan(900)
        .allSatisfy(r ->
            assertThat(r.stamps().firstTokenNanos() - r.stamps().dispatchedNanos())
                .isLessThan(23 * MILLI));
  }

  private LevelHarness sendingSlowly() {
    setup.answers = _ -> FakeServer.Answer.of(MILLI, MILLI, 2);
    LevelHarness level = setup.start();
    level.server.setSendNanos(MILLI / 10);
    return level.runUntil(10 * SECOND);
  }

  @Test
  void stoppingDisconnectsAtOnce() {
    setup.answers = _ -> FakeServer.Answer.of(50 * MILLI, SECOND, 10);
    LevelHarness level = setup.start().runUntil(120 * MILLI);
    level.worker.stop("stopped");
    level.runUntil(121 * MILLI);

    assertThat(level.records)
        .hasSize(2)
        .allSatisfy(r -> assertThat(r.outcome()).isEqualTo(new Outcome.Cancelled("stopped")));
    assertThat(level.records.getFirst().chunks().count()).isEqualTo(1);
    assertThat(level.worker.done()).isTrue();
  }
}
