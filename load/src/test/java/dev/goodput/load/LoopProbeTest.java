package dev.goodput.load;

import static dev.goodput.load.LevelHarness.MILLI;
import static dev.goodput.load.LevelHarness.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.load.testing.FakeLoop;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LoopProbeTest {
  private static final long ORIGIN = SECOND;

  private final FakeLoop loop = new FakeLoop();
  private long waitingSince = Intake.NOBODY;
  private final LoopProbe probe =
      new LoopProbe(loop, loop, ORIGIN, new FirstFault(), () -> waitingSince);

  private List<Long> lagsAt(long nanos) {
    loop.runUntil(ORIGIN + nanos);
    List<Long> lags = new ArrayList<>();
    probe.drainTo(lags);
    return lags;
  }

  @Test
  void probesEveryTenMillisecondsFromTheStart() {
    probe.start(100 * MILLI);

    assertThat(lagsAt(99 * MILLI)).isEmpty();
    assertThat(lagsAt(145 * MILLI)).containsExactly(0L, 0L, 0L, 0L, 0L);
    assertThat(lagsAt(155 * MILLI)).containsExactly(0L);
  }

  @Test
  void isLateForEachTickThatTheLoopMissed() {
    probe.start(0);
    lagsAt(15 * MILLI);
    loop.stall(50 * MILLI);

    assertThat(lagsAt(66 * MILLI))
        .containsExactly(45 * MILLI, 35 * MILLI, 25 * MILLI, 15 * MILLI, 5 * MILLI);
  }

  @Test
  void keepsItsGridAfterBeingLate() {
    probe.start(0);
    lagsAt(15 * MILLI);
    loop.stall(9 * MILLI);

    assertThat(lagsAt(29 * MILLI)).containsExactly(4 * MILLI);
    assertThat(lagsAt(35 * MILLI)).containsExactly(0L);
  }

  @Test
  void reportsTheLongestWaitForTheClient() {
    probe.start(0);
    lagsAt(15 * MILLI);
    waitingSince = 15 * MILLI;
    assertThat(lagsAt(35 * MILLI)).containsExactly(5 * MILLI, 15 * MILLI);
    waitingSince = 30 * MILLI;
    assertThat(lagsAt(45 * MILLI)).containsExactly(10 * MILLI);
    waitingSince = Intake.NOBODY;
    assertThat(lagsAt(55 * MILLI)).containsExactly(0L);
  }

  @Test
  void reportsNothingAfterItsEnd() {
    probe.start(0);
    lagsAt(15 * MILLI);
    probe.stop();

    assertThat(lagsAt(SECOND)).isEmpty();
  }
}
