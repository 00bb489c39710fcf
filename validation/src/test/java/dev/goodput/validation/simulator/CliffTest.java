package dev.goodput.validation.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.simulator.engine.EngineRequest;
import dev.goodput.simulator.profile.EngineLimits;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.simulator.virtual.VirtualCall;
import dev.goodput.simulator.virtual.VirtualEngine;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The cliffs that a constant-delay stub does not have.
class CliffTest {
  private static final EngineProfile PROFILE = EngineProfile.named("h100", "llama-3.1-8b");

  @Test
  void timeToFirstTokenExplodesWhenAllSlotsAreTaken() {
    assertThat(Cliff.slots().before()).isLessThan(200);
    assertThat(Cliff.slots().beyond()).isGreaterThan(20 * Cliff.slots().before());
  }

  @Test
  void timeToFirstTokenExplodesWhenBlocksRunOut() {
    assertThat(PoissonLoad.run(PROFILE, 500, 200, 2).stats().preemptions()).isZero();
    assertThat(Cliff.blocks().beyond()).isGreaterThan(20 * Cliff.blocks().before());
  }

  @Test
  void aCachedPromptIsAnsweredSooner() {
    assertThat(Cliff.prefixHits().before()).isGreaterThan(3 * Cliff.prefixHits().beyond());
  }

  @Test
  void aTokenGapGrowsWhenAPromptSharesTheStep() {
    assertThat(Cliff.sharedStep().beyond()).isGreaterThan(3 * Cliff.sharedStep().before());
  }

  @Test
  void recomputationShowsInTheUsefulWork() {
    EngineLimits few = EngineLimits.DEFAULT.withKvBlocks(400);
    PoissonLoad tight = PoissonLoad.run(PROFILE.withLimits(few), 200, 400, 3);
    assertThat(Cliff.recomputation().before()).isEqualTo(1);
    assertThat(Cliff.recomputation().beyond()).isEqualTo(tight.stats().usefulWork());
    assertThat(tight.stats().preemptions()).isPositive();
    assertThat(tight.stats().usefulWork()).isLessThan(.99);
    assertThat(tight.calls()).anyMatch(call -> call.recomputedTokens() > 0);
    assertThat(tight.calls().stream().mapToLong(VirtualCall::recomputedTokens).sum())
        .isEqualTo(tight.stats().recomputedTokens());
  }

  @Test
  void timeToFirstTokenHasTwoModesWithPrefixHits() {
    VirtualEngine engine = new VirtualEngine(PROFILE);
    List<Double> hits = new ArrayList<>();
    List<Double> misses = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      boolean shared = i % 2 == 0;
      long[] hashes = new long[100];
      for (int block = 0; block < hashes.length; block++) {
        hashes[block] = shared ? 1 + block : (i + 1L) * 1000 + block;
      }
      engine.at(
          i * 2_000_000_000L,
          () ->
              engine.submit(
                  EngineRequest.of(1610, 2, hashes),
                  (call, _) ->
                      (call.cachedTokens() > 0 ? hits : misses)
                          .add((call.firstTokenNanos() - call.arrivalNanos()) / 1e6)));
    }
    engine.run();
    assertThat(hits).hasSize(49);
    assertThat(misses).hasSize(51);
    double slowestHit = hits.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    double fastestMiss = misses.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    assertThat(fastestMiss).isGreaterThan(3 * slowestHit);
  }

  @Test
  void moreGpusRespondFaster() {
    long one = lastToken(EngineProfile.parse("h100/llama-3.1-70b/fp8"));
    long four = lastToken(EngineProfile.parse("h100/llama-3.1-70b/fp8/tp4"));
    assertThat(four).isLessThan(one / 2);
  }

  private static long lastToken(EngineProfile profile) {
    VirtualEngine engine = new VirtualEngine(profile);
    engine.at(0, () -> engine.submit(EngineRequest.of(1000, 50), (_, _) -> {}));
    engine.run();
    return engine.nowNanos();
  }
}
