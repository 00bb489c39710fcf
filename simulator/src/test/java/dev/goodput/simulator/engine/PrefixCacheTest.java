package dev.goodput.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrefixCacheTest {
  private final EngineRun run = new EngineRun(EngineRun.blocks(100));

  @Test
  void findsFreedBlocksByTheirContent() {
    run.submit("first", 100, 1, 1);
    run.finish();
    Sequence<String> second = run.submit("second", 100, 1, 1);
    run.finish();
    assertThat(second.cachedTokens()).isEqualTo(96);
    assertThat(run.engine.stats().prefixQueryTokens()).isEqualTo(200);
    assertThat(run.engine.stats().prefixHitTokens()).isEqualTo(96);
  }

  @Test
  void neverTakesTheWholePromptFromTheCache() {
    run.submit("first", 96, 1, 1);
    run.finish();
    Sequence<String> second = run.submit("second", 96, 1, 1);
    run.finish();
    assertThat(second.cachedTokens()).isEqualTo(80);
    assertThat(run.tokensOf("second")).isEqualTo(1);
  }

  @Test
  void stopsAtTheFirstBlockThatIsMissing() {
    run.submit("first", 64, 1, 1);
    run.finish();
    long[] other = {1, 2, 99, 4};
    Sequence<String> second = run.engine.submit(EngineRequest.of(70, 1, other), "second");
    run.finish();
    assertThat(second.cachedTokens()).isEqualTo(32);
  }

  @Test
  void sharesTheBlocksOfARunningRequest() {
    run.submit("first", 160, 50, 1);
    run.step();
    int before = run.engine.stats().blocksInUse();
    run.submit("second", 161, 50, 1);
    run.step();
    // Ten shared blocks, one for the rest of the second prompt, one more for the first one's
    // output.
    assertThat(run.engine.stats().blocksInUse()).isEqualTo(before + 2);
    run.finish();
    assertThat(run.engine.stats().blocksInUse()).isZero();
  }

  @Test
  void forgetsTheBlocksThatWereFreedLongestAgo() {
    run.submit("old", 800, 1, 1);
    run.finish();
    run.submit("middle", 640, 1, 1001);
    run.finish();
    run.submit("new", 480, 1, 2001);
    run.finish();
    Sequence<String> middle = run.submit("again-middle", 640, 1, 1001);
    run.finish();
    Sequence<String> old = run.submit("again-old", 800, 1, 1);
    run.finish();
    assertThat(middle.cachedTokens()).isEqualTo(624);
    assertThat(old.cachedTokens()).isLessThan(784);
  }

  @Test
  void keepsBeginningsLongerThanEnds() {
    run.submit("old", 800, 1, 1);
    run.finish();
    run.submit("other", 960, 1, 1001);
    run.finish();
    Sequence<String> again = run.submit("again", 800, 1, 1);
    run.finish();
    assertThat(again.cachedTokens()).isEqualTo(640);
  }

  @Test
  void findsNothingWhenItIsSwitchedOff() {
    EngineRun off = new EngineRun(EngineRun.blocks(100).withPrefixCaching(false));
    off.submit("first", 100, 1, 1);
    off.finish();
    Sequence<String> second = off.submit("second", 100, 1, 1);
    off.finish();
    assertThat(second.cachedTokens()).isZero();
  }

  @Test
  void shortensTheStepOfAPromptThatIsCached() {
    run.submit("first", 1500, 1, 1);
    long cold = run.step();
    run.submit("second", 1500, 1, 1);
    long warm = run.step();
    assertThat(warm).isLessThan(cold / 4);
  }
}
