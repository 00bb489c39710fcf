package dev.goodput.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.simulator.profile.EngineLimits;
import org.junit.jupiter.api.Test;

class SchedulerTest {
  private final EngineRun run = new EngineRun(EngineLimits.DEFAULT.withKvBlocks(2000));

  @Test
  void emitsOneTokenPerStepAndAllOfAStepAtItsEnd() {
    run.submit("a", 10, 3);
    run.submit("b", 20, 2);
    long first = run.step();
    assertThat(run.tokens)
        .containsExactly(new EngineRun.Event("a", first), new EngineRun.Event("b", first));
    long second = first + run.step();
    assertThat(run.tokens.subList(2, 4))
        .containsExactly(new EngineRun.Event("a", second), new EngineRun.Event("b", second));
    run.finish();
    assertThat(run.tokensOf("a")).isEqualTo(3);
    assertThat(run.tokensOf("b")).isEqualTo(2);
    assertThat(run.engine.idle()).isTrue();
  }

  @Test
  void chunksAPromptThatIsLongerThanTheBudget() {
    run.submit("long", 5000, 1);
    run.steps(2);
    assertThat(run.tokens).isEmpty();
    assertThat(run.engine.stats().scheduledTokens()).isEqualTo(4096);
    run.step();
    assertThat(run.tokensOf("long")).isEqualTo(1);
    assertThat(run.engine.stats().scheduledTokens()).isEqualTo(5000);
  }

  @Test
  void givesWhatTheLastChunkLeavesToTheNextInTheQueue() {
    run.submit("long", 2500, 1);
    run.submit("short", 1000, 1);
    run.step();
    assertThat(run.scheduled).containsExactly("long");
    run.step();
    assertThat(run.scheduled).containsExactly("long", "short");
    assertThat(run.tokensOf("long")).isEqualTo(1);
    assertThat(run.tokensOf("short")).isEqualTo(1);
  }

  @Test
  void servesRunningRequestsBeforeItAdmitsAnother() {
    run.submit("running", 16, 10);
    run.step();
    run.submit("late", 2048, 1);
    run.step();
    assertThat(run.tokensOf("running")).isEqualTo(2);
    assertThat(run.tokensOf("late")).isZero();
    run.step();
    assertThat(run.tokensOf("late")).isEqualTo(1);
  }

  @Test
  void neverRunsMoreThanAllowedAtOnce() {
    EngineRun narrow = new EngineRun(EngineLimits.DEFAULT.withKvBlocks(2000).withMaxNumSeqs(2));
    narrow.submit("a", 10, 5);
    narrow.submit("b", 10, 5);
    narrow.submit("c", 10, 5);
    narrow.step();
    assertThat(narrow.engine.stats().running()).isEqualTo(2);
    assertThat(narrow.engine.stats().waiting()).isEqualTo(1);
    narrow.steps(4);
    assertThat(narrow.tokensOf("c")).isZero();
    narrow.step();
    assertThat(narrow.tokensOf("c")).isEqualTo(1);
  }

  @Test
  void admitsNobodyPastTheFrontOfTheQueue() {
    EngineRun small = new EngineRun(EngineRun.blocks(100));
    small.submit("first", 1000, 4);
    small.step();
    small.submit("big", 900, 1);
    small.submit("tiny", 10, 1);
    small.step();
    assertThat(small.scheduled).containsExactly("first");
    small.finish();
    assertThat(small.scheduled).containsExactly("first", "big", "tiny");
  }

  @Test
  void waitsUntilTheWholePromptHasRoomThoughItsFirstChunkWouldFit() {
    EngineRun small = new EngineRun(EngineRun.blocks(400).withMaxNumBatchedTokens(512));
    small.submit("first", 3200, 2);
    for (int i = 0; i < 7; i++) {
      small.step();
    }
    small.submit("second", 3300, 1);
    small.step();
    assertThat(small.scheduled).containsExactly("first");
    small.step();
    assertThat(small.scheduled).containsExactly("first", "second");
  }

  @Test
  void saysWhatIsTooLong() {
    EngineRun short1k = new EngineRun(EngineLimits.DEFAULT.withMaxModelLen(1024));
    assertThatThrownBy(() -> short1k.submit("a", 1000, 25))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1025")
        .hasMessageContaining("1024");
  }

  @Test
  void hasNothingToDoWhenIdle() {
    assertThat(run.engine.begin(0)).isZero();
    assertThatThrownBy(() -> run.engine.end(0)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void takesARequestOutOfTheQueue() {
    run.submit("a", 10, 5);
    Sequence<String> gone = run.submit("b", 10, 5);
    run.engine.abort(gone);
    run.finish();
    assertThat(run.tokensOf("b")).isZero();
    assertThat(gone.state()).isEqualTo(Sequence.State.ABORTED);
    assertThat(run.engine.stats().aborted()).isEqualTo(1);
  }

  @Test
  void freesTheBlocksOfARunningRequestThatIsAborted() {
    Sequence<String> gone = run.submit("a", 160, 100);
    run.step();
    assertThat(run.engine.stats().blocksInUse()).isEqualTo(10);
    run.engine.abort(gone);
    assertThat(run.engine.stats().blocksInUse()).isZero();
    assertThat(run.step()).isZero();
  }

  @Test
  void emitsNothingForARequestThatLeavesDuringItsStep() {
    Sequence<String> gone = run.submit("a", 10, 5);
    long end = run.engine.begin(0);
    run.engine.abort(gone);
    run.engine.end(end);
    assertThat(run.tokens).isEmpty();
  }
}
