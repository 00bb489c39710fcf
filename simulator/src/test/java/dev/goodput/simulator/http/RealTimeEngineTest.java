package dev.goodput.simulator.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.simulator.engine.EngineListener;
import dev.goodput.simulator.engine.EngineRequest;
import dev.goodput.simulator.engine.Sequence;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.simulator.testing.HandLoop;
import dev.goodput.simulator.virtual.VirtualCall;
import dev.goodput.simulator.virtual.VirtualEngine;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RealTimeEngineTest {
  private static final EngineProfile PROFILE = EngineProfile.named("h100", "llama-3.1-8b");
  private static final int TOKENS = 50;

  private final HandLoop loop = new HandLoop();
  private final List<Long> planned = new ArrayList<>();
  private final List<Long> real = new ArrayList<>();
  private final RealTimeEngine engine =
      new RealTimeEngine(
          PROFILE,
          loop,
          loop,
          new EngineListener<>() {
            @Override
            public void token(Sequence<Completion> sequence, long nanos) {
              planned.add(nanos);
              real.add(loop.nanoTime());
            }
          });

  private void submit(int prompt, int output) {
    engine.submit(EngineRequest.of(prompt, output), Answers.any());
    loop.settle();
  }

  /// Returns the token times of the same request in virtual time.
  private static List<Long> virtual() {
    List<VirtualCall> done = new ArrayList<>();
    VirtualEngine engine = new VirtualEngine(PROFILE);
    engine.at(0, () -> engine.submit(EngineRequest.of(100, TOKENS), (call, _) -> done.add(call)));
    engine.run();
    List<Long> moments = new ArrayList<>();
    for (int i = 0; i < TOKENS; i++) {
      moments.add(done.getFirst().tokenNanos(i));
    }
    return moments;
  }

  @Test
  void playsTheScheduleOfVirtualTime() {
    submit(100, TOKENS);
    while (planned.size() < TOKENS) {
      loop.wakeAt(loop.nextDue());
    }
    assertThat(planned).isEqualTo(virtual());
    assertThat(real).isEqualTo(planned);
    assertThat(engine.worstLagNanos()).isZero();
  }

  @Test
  void doesNotDriftWhenEachTimerIsLate() {
    submit(100, TOKENS);
    while (planned.size() < TOKENS) {
      loop.wakeAt(loop.nextDue() + 70_000);
    }
    assertThat(planned).isEqualTo(virtual());
    assertThat(real.getLast() - planned.getLast()).isEqualTo(70_000);
    assertThat(engine.worstLagNanos()).isEqualTo(70_000);
  }

  @Test
  void makesUpForAPauseOfTheMachine() {
    submit(100, TOKENS);
    long resumed = loop.nextDue() + 100_000_000;
    loop.wakeAt(resumed);
    int atOnce = planned.size();
    assertThat(atOnce).isGreaterThan(5);
    assertThat(real).allMatch(moment -> moment == resumed);
    while (planned.size() < TOKENS) {
      loop.wakeAt(loop.nextDue());
    }
    assertThat(planned).isEqualTo(virtual());
    assertThat(real.subList(atOnce, TOKENS)).isEqualTo(planned.subList(atOnce, TOKENS));
    assertThat(engine.worstLagNanos()).isEqualTo(100_000_000);
  }

  @Test
  void beginsAgainAtTheMomentOfTheNextRequest() {
    submit(10, 1);
    loop.wakeAt(loop.nextDue());
    loop.wakeAt(5_000_000_000L);
    submit(10, 1);
    assertThat(loop.nextDue()).isBetween(5_000_000_001L, 5_100_000_000L);
  }

  @Test
  void playsNoFurtherWhenStopped() {
    submit(10, 5);
    long due = loop.nextDue();
    engine.stop();
    loop.wakeAt(due);
    assertThat(planned).isEmpty();
  }
}
