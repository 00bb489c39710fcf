package dev.goodput.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.simulator.profile.EngineLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of what must hold for any load: no token or block is lost or invented, no limit exceeded.
@Tag("property")
class EngineInvariantsTest {
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void holdUnderAnyLoad(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    EngineLimits limits =
        new EngineLimits(
            random.nextInt(1, 40), random.nextInt(16, 600), 0, random.nextInt(40, 200), true);
    EngineRun run = new EngineRun(limits);
    List<Sequence<String>> all = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      if (random.nextInt(3) == 0) {
        all.add(run.submit("r" + all.size(), random.nextInt(1, 400), random.nextInt(1, 120)));
      }
      if (random.nextInt(40) == 0 && !all.isEmpty()) {
        run.engine.abort(all.get(random.nextInt(all.size())));
      }
      run.step();
      check(run, limits);
    }
    run.finish();
    checkEnd(run, all);
  }

  private static void check(EngineRun run, EngineLimits limits) {
    EngineStats stats = run.engine.stats();
    assertThat(stats.running()).isLessThanOrEqualTo(limits.maxNumSeqs());
    assertThat(stats.blocksInUse()).isBetween(0, limits.kvBlocks());
    assertThat(stats.running() == 0).isEqualTo(stats.blocksInUse() == 0);
  }

  private static void checkEnd(EngineRun run, List<Sequence<String>> all) {
    EngineStats stats = run.engine.stats();
    assertThat(stats.blocksInUse()).isZero();
    assertThat(stats.finished() + stats.aborted()).isEqualTo(all.size());
    long unique = 0;
    for (Sequence<String> sequence : all) {
      boolean finished = sequence.state() == Sequence.State.FINISHED;
      assertThat(run.tokensOf(sequence.owner())).isEqualTo(sequence.generated());
      if (finished) {
        assertThat(sequence.generated()).isEqualTo(sequence.request().outputTokens());
      }
      unique += sequence.highWater;
    }
    assertThat(stats.scheduledTokens()).isEqualTo(unique + stats.recomputedTokens());
    for (int i = 1; i < run.tokens.size(); i++) {
      assertThat(run.tokens.get(i).nanos()).isGreaterThanOrEqualTo(run.tokens.get(i - 1).nanos());
    }
  }
}
