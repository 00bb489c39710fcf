package dev.goodput.simulator.virtual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.simulator.engine.EngineRequest;
import dev.goodput.simulator.profile.EngineProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VirtualEngineTest {
  private final VirtualEngine engine =
      new VirtualEngine(EngineProfile.named("rtx-4090", "llama-3.1-8b"));

  @Test
  void keepsEveryMomentOfARequest() {
    List<VirtualCall> done = new ArrayList<>();
    engine.at(
        1_000_000, () -> engine.submit(EngineRequest.of(100, 4), (call, _) -> done.add(call)));
    engine.run();
    VirtualCall call = done.getFirst();
    assertThat(call.arrivalNanos()).isEqualTo(1_000_000);
    assertThat(call.scheduledNanos()).isEqualTo(1_000_000);
    assertThat(call.firstTokenNanos()).isGreaterThan(call.scheduledNanos());
    for (int i = 1; i < 4; i++) {
      assertThat(call.tokenNanos(i)).isGreaterThan(call.tokenNanos(i - 1));
    }
    assertThat(call.lastTokenNanos()).isEqualTo(call.tokenNanos(3)).isEqualTo(engine.nowNanos());
    assertThatThrownBy(() -> call.tokenNanos(4)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void takesArrivalsOfOneMomentIntoOneStep() {
    List<VirtualCall> done = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      engine.at(7, () -> engine.submit(EngineRequest.of(50, 1), (call, _) -> done.add(call)));
    }
    engine.run();
    assertThat(done).hasSize(5).allMatch(c -> c.lastTokenNanos() == done.get(0).lastTokenNanos());
    assertThat(engine.stats().steps()).isEqualTo(1);
  }

  @Test
  void makesArrivalsWaitForTheStepUnderWay() {
    List<VirtualCall> done = new ArrayList<>();
    engine.at(0, () -> engine.submit(EngineRequest.of(2000, 1), (call, _) -> done.add(call)));
    engine.at(1, () -> engine.submit(EngineRequest.of(10, 1), (call, _) -> done.add(call)));
    engine.run();
    assertThat(done.get(1).scheduledNanos()).isEqualTo(done.get(0).lastTokenNanos());
  }

  @Test
  void letsACallerAskAgainWhenItsAnswerIsThere() {
    int[] left = {10};
    closedLoop(left);
    engine.run();
    assertThat(left[0]).isZero();
    assertThat(engine.stats().finished()).isEqualTo(10);
  }

  private void closedLoop(int[] left) {
    engine.submit(
        EngineRequest.of(10, 3),
        (_, _) -> {
          if (--left[0] > 0) {
            closedLoop(left);
          }
        });
  }

  @Test
  void stopsAtALimitAndGoesOnLater() {
    List<VirtualCall> done = new ArrayList<>();
    engine.at(0, () -> engine.submit(EngineRequest.of(10, 100), (call, _) -> done.add(call)));
    engine.runUntil(500_000_000);
    assertThat(engine.nowNanos()).isLessThanOrEqualTo(500_000_000);
    assertThat(done).isEmpty();
    engine.run();
    assertThat(done).hasSize(1);
  }

  @Test
  void forgetsACallThatIsCancelled() {
    List<Long> tokens = new ArrayList<>();
    VirtualListener listener =
        new VirtualListener() {
          @Override
          public void token(VirtualCall call, long nanos) {
            tokens.add(nanos);
            if (call.tokens() == 3) {
              engine.cancel(call);
            }
          }

          @Override
          public void finished(VirtualCall call, long nanos) {
            throw new AssertionError("it was cancelled");
          }
        };
    engine.at(0, () -> engine.submit(EngineRequest.of(10, 100), listener));
    engine.run();
    assertThat(tokens).hasSize(3);
    assertThat(engine.stats().blocksInUse()).isZero();
  }

  @Test
  void refusesToGoBack() {
    engine.at(10, () -> {});
    engine.run();
    assertThatThrownBy(() -> engine.at(9, () -> {})).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void samplesShowEveryTokenOnceAndChangeNothing() {
    List<VirtualCall> done = new ArrayList<>();
    List<Long> moments = new ArrayList<>();
    List<Long> tokens = new ArrayList<>();
    engine.sample(
        100_000_000,
        (stats, nanos) -> {
          moments.add(nanos);
          tokens.add(stats.generationTokens());
        });
    engine.at(0, () -> engine.submit(EngineRequest.of(10, 100), (call, _) -> done.add(call)));
    engine.run();
    engine.sampleNow();

    VirtualCall call = done.getFirst();
    VirtualEngine unseen = new VirtualEngine(EngineProfile.named("rtx-4090", "llama-3.1-8b"));
    List<VirtualCall> same = new ArrayList<>();
    unseen.at(0, () -> unseen.submit(EngineRequest.of(10, 100), (other, _) -> same.add(other)));
    unseen.run();
    assertThat(call.lastTokenNanos()).isEqualTo(same.getFirst().lastTokenNanos());
    assertThat(moments).startsWith(0L, 100_000_000L, 200_000_000L).endsWith(engine.nowNanos());
    for (int i = 0; i < moments.size(); i++) {
      long moment = moments.get(i);
      long emitted =
          IntStream.range(0, 100).filter(token -> call.tokenNanos(token) <= moment).count();
      assertThat(tokens.get(i)).isEqualTo(emitted);
    }
  }
}
