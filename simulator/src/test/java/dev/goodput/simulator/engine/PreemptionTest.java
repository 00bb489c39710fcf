package dev.goodput.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PreemptionTest {
  /// Two requests of 5 blocks each fill ten blocks; both need a sixth at the same step.
  private static EngineRun full() {
    EngineRun run = new EngineRun(EngineRun.blocks(10));
    run.submit("old", 80, 40);
    run.submit("young", 80, 40);
    return run;
  }

  @Test
  void preemptsTheLastRunningWhenNoBlockIsFree() {
    EngineRun run = full();
    run.steps(2);
    assertThat(run.preempted).containsExactly("young");
    assertThat(run.tokensOf("old")).isEqualTo(2);
    assertThat(run.tokensOf("young")).isEqualTo(1);
  }

  @Test
  void putsItAtTheFrontOfTheQueue() {
    EngineRun run = full();
    run.submit("waiting", 80, 5);
    run.finish();
    assertThat(run.preempted).containsExactly("young");
    int lastYoung = lastIndex(run, "young");
    int firstWaiting = firstIndex(run, "waiting");
    assertThat(firstIndexFrom(run, "young", 2)).isLessThan(firstWaiting);
    assertThat(lastYoung).isPositive();
  }

  @Test
  void admitsNobodyInAStepThatPreempted() {
    EngineRun run = full();
    run.step();
    run.submit("tiny", 1, 1);
    run.step();
    assertThat(run.preempted).containsExactly("young");
    assertThat(run.scheduled).doesNotContain("tiny");
  }

  @Test
  void computesTheGeneratedTokensAgainAndLosesNone() {
    EngineRun run = full();
    run.finish();
    assertThat(run.tokensOf("old")).isEqualTo(40);
    assertThat(run.tokensOf("young")).isEqualTo(40);
    EngineStats stats = run.engine.stats();
    assertThat(stats.preemptions()).isEqualTo(1);
    assertThat(stats.recomputedTokens()).isPositive();
    assertThat(stats.usefulWork()).isLessThan(1);
    assertThat(stats.scheduledTokens()).isEqualTo(2 * (80 + 39) + stats.recomputedTokens());
    assertThat(stats.blocksInUse()).isZero();
  }

  @Test
  void findsWhatIsLeftOfItsOwnBlocks() {
    EngineRun run = full();
    Sequence<String> young = run.submit("third", 1, 1);
    run.finish();
    assertThat(young.preemptions()).isZero();
    assertThat(run.engine.stats().recomputedTokens()).isLessThan(80);
  }

  @Test
  void preemptsTheOneThatAsksWhenItIsTheLast() {
    EngineRun run = new EngineRun(EngineRun.blocks(10));
    run.submit("old", 72, 40);
    run.submit("young", 80, 40);
    run.steps(2);
    assertThat(run.preempted).containsExactly("young");
  }

  private static int firstIndex(EngineRun run, String owner) {
    return firstIndexFrom(run, owner, 0);
  }

  private static int firstIndexFrom(EngineRun run, String owner, int from) {
    for (int i = from; i < run.tokens.size(); i++) {
      if (run.tokens.get(i).owner().equals(owner)) {
        return i;
      }
    }
    throw new AssertionError("no token of " + owner);
  }

  private static int lastIndex(EngineRun run, String owner) {
    return run.tokens.lastIndexOf(
        run.tokens.stream().filter(e -> e.owner().equals(owner)).reduce((_, b) -> b).orElseThrow());
  }
}
