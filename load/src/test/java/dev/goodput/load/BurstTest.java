package dev.goodput.load;

import static dev.goodput.load.LevelHarness.MILLI;
import static dev.goodput.load.LevelHarness.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.load.testing.FakeServer.OpenedAhead;
import dev.goodput.load.testing.FakeSessions;
import dev.goodput.workload.arrival.Arrivals;
import org.junit.jupiter.api.Test;

/// Tests that connections are opened before a burst.
final class BurstTest {
  private static final int NO_CAP = Integer.MAX_VALUE;
  private static final long LEAD = 250 * MILLI;

  private static LevelHarness.Setup bursts(int arrivals, int requests, int cap) {
    LevelHarness.Setup setup = new LevelHarness.Setup();
    setup.sessions = FakeSessions.bursts(arrivals, 3 * SECOND);
    setup.plan = new LevelPlan(new Arrivals.Trace(1), 0, requests, 0, cap);
    return setup;
  }

  @Test
  void opensConnectionsBeforeEachBurst() {
    LevelHarness level = bursts(20, 45, 0).start();

    level.runUntil(3 * SECOND - LEAD - MILLI);
    OpenedAhead first = new OpenedAhead(0, false, 20, NO_CAP, 0);
    assertThat(level.server.prewarmed()).containsExactly(first);

    level.runUntil(10 * SECOND);
    assertThat(level.server.prewarmed())
        .containsExactly(first, new OpenedAhead(3 * SECOND - LEAD, false, 20, NO_CAP, 3 * SECOND));
    assertThat(level.records).hasSize(45);
  }

  @Test
  void opensNoMoreConnectionsThanTheCapLetsBeUsed() {
    LevelHarness level = bursts(20, 20, 5).start().runUntil(SECOND);

    assertThat(level.server.prewarmed()).containsExactly(new OpenedAhead(0, false, 5, 5, 0));
  }

  @Test
  void fewArrivalsAreNotABurst() {
    LevelHarness level = bursts(9, 90, 0).start().runUntil(60 * SECOND);

    assertThat(level.records).hasSize(90);
    assertThat(level.server.prewarmed()).isEmpty();
  }

  @Test
  void closedLoopUsersAreNotABurst() {
    LevelHarness.Setup setup = new LevelHarness.Setup();
    setup.plan = LevelHarness.closed(50, 100, 0);

    assertThat(setup.start().runUntil(10 * SECOND).server.prewarmed()).isEmpty();
  }

  @Test
  void opensNoneOnceTheLevelIsDrained() {
    LevelHarness level = bursts(20, 40, 0).start().runUntil(SECOND);
    level.worker.drain("enough");
    level.runUntil(10 * SECOND);

    assertThat(level.server.prewarmed()).hasSize(1);
  }

  @Test
  void aLongBurstGetsMoreTimeButNoMoreThanIdleConnectionsLast() {
    assertThat(new Burst(0, 1_000, 0).leadNanos()).isEqualTo(SECOND);
    assertThat(new Burst(0, 10_000, 0).leadNanos()).isEqualTo(4 * SECOND);
  }
}
