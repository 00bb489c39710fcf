package dev.goodput.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BenchPlanTest {
  private static BenchPlan plan(long seed) {
    return Plans.of(Plans.poisson(1, 1)).withSeed(seed).plan();
  }

  @Test
  void neighbouringSeedsShareNoLevel() {
    Set<Long> seeds = new HashSet<>();
    for (long seed = 0; seed < 100; seed++) {
      for (int level = 0; level < 20; level++) {
        assertThat(seeds.add(plan(seed).seed(level))).as("%d at %d", seed, level).isTrue();
      }
    }
  }

  @Test
  void usesTheGivenSeedForTheFirstLevel() {
    assertThat(plan(42).seed(0)).isEqualTo(42);
  }
}
