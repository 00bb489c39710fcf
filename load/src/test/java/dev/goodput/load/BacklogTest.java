package dev.goodput.load;

import static dev.goodput.load.LevelHarness.MILLI;
import static dev.goodput.load.LevelHarness.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.load.testing.FakeServer;
import dev.goodput.record.Asked;
import dev.goodput.record.Start;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A tokenizer or a disk that is slower than the answers come must not fill the memory, and must
/// not be hidden.
final class BacklogTest {
  private final LevelHarness.Setup setup = new LevelHarness.Setup();

  private static Finished answer(String text) {
    Finished base =
        Records.unsent(
            new Records.LevelFacts(0, true, Start.DUE),
            0,
            0,
            new Asked(0, 0, 1, 1, 1),
            Records.neverSent(0, 0, 0),
            "");
    return new Finished(base.record(), -1, text, null);
  }

  @Test
  void hasRoomForSixtyFourMebibytesOverAllLoops() {
    Backlog backlog = new Backlog(2);
    String text = "x".repeat(1 << 20);
    for (int i = 0; i < 31; i++) {
      backlog.offer(answer(text));
    }
    assertThat(backlog.full()).isFalse();
    backlog.offer(answer(text));
    assertThat(backlog.full()).isTrue();
    assertThat(backlog.drain(_ -> {}, 1)).isOne();
    assertThat(backlog.full()).isFalse();
  }

  @Test
  void anOpenLoopWaitsForTheDrainingThreadAndIsLateForIt() {
    LevelHarness level = setup.start().runUntil(150 * MILLI);
    level.worker.emit(answer("x".repeat(65 << 20)));
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
    level.worker.emit(answer("x".repeat(65 << 20)));
    level.loop.runUntil(SECOND);
    assertThat(level.server.bodies()).hasSize(1);
    level.handOn().runUntil(2 * SECOND);

    assertThat(level.records).hasSize(5);
    assertThat(lags(level)).anyMatch(lag -> lag > 900 * MILLI);
  }

  @Test
  void usersWhoStarveToTheEndOfALevelAreNotForgotten() {
    setup.plan = LevelHarness.closed(1, 4, SECOND);
    setup.answers = _ -> FakeServer.Answer.of(20 * MILLI, MILLI, 1);
    LevelHarness level = setup.start().runUntil(10 * MILLI);
    level.worker.emit(answer("x".repeat(65 << 20)));
    level.loop.runUntil(SECOND / 2);
    level.worker.fed();
    level.loop.runUntil(2 * SECOND);
    assertThat(level.worker.done()).isFalse();
    level.handOn().runUntil(3 * SECOND);

    assertThat(level.worker.done()).isTrue();
    assertThat(lags(level)).anyMatch(lag -> lag > 1900 * MILLI);
  }

  private static List<Long> lags(LevelHarness level) {
    List<Long> lags = new ArrayList<>();
    level.worker.probe().drainTo(lags);
    return lags;
  }
}
