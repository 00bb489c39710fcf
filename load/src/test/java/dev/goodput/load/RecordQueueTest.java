package dev.goodput.load;

import static dev.goodput.load.LevelHarness.MILLI;
import static dev.goodput.load.LevelHarness.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LONG;

import dev.goodput.load.testing.FakeServer;
import dev.goodput.load.testing.FakeSessions;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.workload.HistoryMode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A tokenizer or a disk that is slower than the responses must not fill the memory, and its delay
/// must be visible.
final class RecordQueueTest {
  private final LevelHarness.Setup setup = new LevelHarness.Setup();

  /// Texts are counted at two bytes a character.
  @Test
  void holdsSixtyFourMebibytesOverAllLoops() {
    RecordQueue backlog = new RecordQueue(2);
    String text = "x".repeat(1 << 20);
    for (int i = 0; i < 15; i++) {
      backlog.offer(LevelHarness.answer(text));
    }
    assertThat(backlog.full()).isFalse();
    backlog.offer(LevelHarness.answer(text));
    assertThat(backlog.full()).isTrue();
    assertThat(backlog.drain(_ -> {}, 1)).isOne();
    assertThat(backlog.full()).isFalse();
  }

  @Test
  void anOpenLoopWaitsForTheDrainingThreadAndIsLateForIt() {
    LevelHarness level = setup.start().runUntil(150 * MILLI);
    level.worker.emit(LevelHarness.answer("x".repeat(33 << 20)));
    level.loop.runUntil(SECOND);
    assertThat(level.concurrency.now()).isZero();
    assertThat(level.server.bodies()).hasSize(2);
    level.handOn().runUntil(2 * SECOND);

    assertThat(level.records).hasSize(6);
    assertThat(level.records.getLast().stamps().dueNanos()).isGreaterThanOrEqualTo(SECOND);
    assertThat(level.records.getLast().stamps().intendedNanos()).isEqualTo(400 * MILLI);
  }

  @Test
  void aClosedLoopWaitsForTheDrainingThreadAndCallsItsUsersStarved() {
    setup.plan = LevelHarness.closed(1, 4, 0);
    setup.answers = _ -> FakeServer.Answer.of(20 * MILLI, MILLI, 1);
    LevelHarness level = setup.start().runUntil(10 * MILLI);
    level.worker.emit(LevelHarness.answer("x".repeat(33 << 20)));
    level.loop.runUntil(SECOND);
    assertThat(level.server.bodies()).hasSize(1);
    level.handOn().runUntil(2 * SECOND);

    assertThat(level.records).hasSize(5);
    assertThat(lags(level)).filteredOn(lag -> lag > 5 * MILLI).hasSizeBetween(95, 98);
  }

  @Test
  void usersStarvingAtTheEndOfALevelCountUntilItsEndOnly() {
    setup.plan = LevelHarness.closed(1, 4, SECOND);
    setup.answers = _ -> FakeServer.Answer.of(20 * MILLI, MILLI, 1);
    LevelHarness level = setup.start().runUntil(10 * MILLI);
    level.worker.emit(LevelHarness.answer("x".repeat(33 << 20)));
    level.loop.runUntil(SECOND / 2);
    level.worker.fed();
    level.loop.runUntil(SECOND + MILLI);

    assertThat(level.worker.done()).isTrue();
    List<Long> lags = lags(level);
    assertThat(lags).last().asInstanceOf(LONG).isBetween(900 * MILLI, 980 * MILLI);
    assertThat(lags).filteredOn(lag -> lag > 5 * MILLI).hasSizeBetween(95, 98);
  }

  @Test
  void laterTurnsWaitForTheDrainingThreadToo() {
    setup.plan = LevelHarness.open(1, 2, 0, 0);
    setup.sessions = FakeSessions.of(2, 50 * MILLI, HistoryMode.CUMULATIVE);
    LevelHarness level = setup.start().runUntil(50 * MILLI);
    level.worker.emit(LevelHarness.answer("x".repeat(33 << 20)));
    level.loop.runUntil(SECOND);
    assertThat(level.server.bodies()).hasSize(1);
    level.handOn().runUntil(2 * SECOND);

    RequestRecord second = level.records.getLast();
    assertThat(second.stamps().intendedNanos()).isEqualTo(74 * MILLI);
    assertThat(second.stamps().dueNanos()).isBetween(SECOND, SECOND + 2 * MILLI);
  }

  @Test
  void anUnsentDueTurnIsRecorded() {
    setup.plan = LevelHarness.closed(1, 2, 0);
    setup.sessions = FakeSessions.of(2, 50 * MILLI, HistoryMode.CUMULATIVE);
    LevelHarness level = setup.start().runUntil(50 * MILLI);
    level.worker.emit(LevelHarness.answer("x".repeat(33 << 20)));
    level.loop.runUntil(SECOND);
    assertThat(lags(level)).last().asInstanceOf(LONG).isGreaterThan(900 * MILLI);
    level.worker.drain("drained");
    level.runUntil(2 * SECOND);

    assertThat(level.worker.done()).isTrue();
    assertThat(level.records.getLast().outcome()).isEqualTo(new Outcome.Unsent("drained"));
    assertThat(level.concurrency.now()).isZero();
  }

  private static List<Long> lags(LevelHarness level) {
    List<Long> lags = new ArrayList<>();
    level.worker.probe().drainTo(lags);
    return lags;
  }
}
