package dev.goodput.load;

import static dev.goodput.load.LevelHarness.MILLI;
import static dev.goodput.load.LevelHarness.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.load.testing.FakeSessions;
import dev.goodput.workload.HistoryMode;
import org.junit.jupiter.api.Test;

final class WaitingTurnsTest {
  private final LevelHarness.Setup setup = new LevelHarness.Setup();

  /// A response whose text alone fills the backlog.
  private static FinishedRecord heap() {
    return LevelHarness.answer("x".repeat(33 << 20));
  }

  @Test
  void waitingTurnsKeepTheirOrder() {
    setup.plan = LevelHarness.closed(2, 4, 0);
    setup.sessions = FakeSessions.of(2, 50 * MILLI, HistoryMode.BY_TURN);
    setup.slowEncoder = true;
    LevelHarness level = setup.start().runUntil(50 * MILLI);
    level.worker.emit(heap());
    level.releaseBody();
    level.loop.runUntil(100 * MILLI);
    level.handOn();
    level.releaseBody();
    level.loop.runUntil(SECOND);

    assertThat(level.server.bodies().subList(2, 4)).containsExactly("s0t1", "s1t1");
  }

  @Test
  void stopsCheckingOnceNoTurnWaits() {
    setup.plan = LevelHarness.closed(1, 2, 0);
    setup.sessions = FakeSessions.of(2, 50 * MILLI, HistoryMode.CUMULATIVE);
    LevelHarness level = setup.start().runUntil(50 * MILLI);
    level.worker.emit(heap());
    level.loop.runUntil(SECOND);
    level.worker.stop("the log was refused");
    level.loop.runUntil(2 * SECOND);

    assertThat(level.worker.done()).isTrue();
    assertThat(level.loop.idle()).isTrue();
  }
}
