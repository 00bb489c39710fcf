package dev.goodput.load;

import static dev.goodput.load.LevelHarness.MILLI;
import static dev.goodput.load.LevelHarness.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.load.testing.FakeServer;
import dev.goodput.load.testing.FakeSessions;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RequestSpec;
import dev.goodput.workload.HistoryMode;
import org.junit.jupiter.api.Test;

final class SessionTest {
  private final LevelHarness.Setup setup = new LevelHarness.Setup();

  @Test
  void laterTurnsCarryTheRealReplies() {
    setup.plan = LevelHarness.open(1, 3, 0, 0);
    setup.sessions = FakeSessions.of(3, 50 * MILLI, HistoryMode.CUMULATIVE);
    LevelHarness level = setup.start().runUntil(SECOND);

    assertThat(level.server.bodies())
        .containsExactly("s0t0", "s0t0|reply 1|s0t1", "s0t0|reply 1|s0t1|reply 2|s0t2");
  }

  @Test
  void recordedTurnsAreSentUnchanged() {
    setup.plan = LevelHarness.open(1, 2, 0, 0);
    setup.sessions = FakeSessions.of(2, 0, HistoryMode.BY_TURN);

    assertThat(setup.start().runUntil(SECOND).server.bodies()).containsExactly("s0t0", "s0t1");
  }

  @Test
  void aTurnIsDueOneThinkTimeAfterTheResponse() {
    setup.plan = LevelHarness.open(1, 2, 0, 0);
    setup.sessions = FakeSessions.of(2, 50 * MILLI, HistoryMode.CUMULATIVE);
    LevelHarness level = setup.start().runUntil(SECOND);

    RequestRecord second = level.records.get(1);
    assertThat(second.stamps().intendedNanos()).isEqualTo(24 * MILLI + 50 * MILLI);
    assertThat(second.requested()).isEqualTo(new RequestSpec(0, 1, 2, 11, 5));
    assertThat(second.id()).isEqualTo(1);
  }

  @Test
  void aBodyThatIsNotReadyInTimeShowsAsScheduleLag() {
    setup.plan = LevelHarness.open(1, 2, 0, 0);
    setup.sessions = FakeSessions.of(2, 50 * MILLI, HistoryMode.CUMULATIVE);
    setup.slowEncoder = true;
    LevelHarness level = setup.start().runUntil(100 * MILLI);
    level.releaseBodies();
    level.runUntil(SECOND);

    RequestRecord second = level.records.get(1);
    assertThat(second.stamps().intendedNanos()).isEqualTo(74 * MILLI);
    assertThat(second.stamps().dueNanos()).isEqualTo(100 * MILLI);
  }

  @Test
  void countsEveryTurnAgainstTheLimit() {
    setup.plan = LevelHarness.open(10, 7, 0, 0);
    setup.sessions = FakeSessions.of(3, 0, HistoryMode.CUMULATIVE);
    LevelHarness level = setup.start().runUntil(SECOND);

    assertThat(level.records)
        .extracting(RequestRecord::id)
        .containsExactlyInAnyOrder(0L, 1L, 2L, 3L, 4L, 5L, 6L);
    assertThat(level.records)
        .filteredOn(r -> r.requested().session() == 2)
        .extracting(r -> r.requested().turns())
        .containsExactly(1);
  }

  @Test
  void endsWhenATurnFailsThatLaterTurnsNeed() {
    setup.plan = LevelHarness.open(1, 3, 0, 0);
    setup.sessions = FakeSessions.of(3, 0, HistoryMode.CUMULATIVE);
    setup.answers = _ -> FakeServer.Answer.failing(MILLI, new Outcome.HttpError(503, ""));
    LevelHarness level = setup.start().runUntil(SECOND);

    assertThat(level.records).hasSize(1);
    assertThat(level.worker.done()).isTrue();
    assertThat(level.worker.turnsDropped()).isEqualTo(2);
  }

  @Test
  void dropsNothingIfEveryTurnIsSent() {
    setup.plan = LevelHarness.open(1, 6, 0, 0);
    setup.sessions = FakeSessions.of(3, 0, HistoryMode.CUMULATIVE);
    setup.answers =
        i ->
            i % 3 == 2
                ? FakeServer.Answer.failing(MILLI, new Outcome.HttpError(503, ""))
                : FakeServer.Answer.of(MILLI, 0, 1);
    LevelHarness level = setup.start().runUntil(5 * SECOND);

    assertThat(level.records).hasSize(6);
    assertThat(level.worker.turnsDropped()).isZero();
  }

  @Test
  void continuesAfterAFailureOfAnIndependentTurn() {
    setup.plan = LevelHarness.open(1, 3, 0, 0);
    setup.sessions = FakeSessions.of(3, 0, HistoryMode.BY_TURN);
    setup.answers = _ -> FakeServer.Answer.failing(MILLI, new Outcome.HttpError(503, ""));

    assertThat(setup.start().runUntil(SECOND).records).hasSize(3);
  }

  @Test
  void turnsAfterTheEndAreNotPlanned() {
    setup.plan = LevelHarness.open(1, 0, 60 * MILLI, 0);
    setup.sessions = FakeSessions.of(3, 50 * MILLI, HistoryMode.CUMULATIVE);
    LevelHarness level = setup.start().runUntil(SECOND);

    assertThat(level.records).hasSize(1);
    assertThat(level.worker.done()).isTrue();
  }

  @Test
  void drainingEndsThinkTimes() {
    setup.plan = LevelHarness.open(1, 2, 0, 0);
    setup.sessions = FakeSessions.of(2, SECOND, HistoryMode.CUMULATIVE);
    LevelHarness level = setup.start().runUntil(100 * MILLI);
    level.worker.drain("drained");
    level.runUntil(101 * MILLI);

    assertThat(level.worker.done()).isTrue();
    assertThat(level.runUntil(5 * SECOND).records).hasSize(1);
  }
}
