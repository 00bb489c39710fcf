package dev.goodput.simulator.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.simulator.engine.EngineRequest;
import dev.goodput.simulator.profile.EngineLimits;
import dev.goodput.simulator.profile.EngineProfile;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The cliffs that a constant-delay stub does not have.
class CliffsTest {
  private static final EngineProfile PROFILE = EngineProfile.named("h100", "llama-3.1-8b");

  private static EngineProfile with(EngineLimits limits) {
    return PROFILE.withLimits(limits);
  }

  @Test
  void timeToFirstTokenExplodesWhenAllSlotsAreTaken() {
    Load wide = Load.run(PROFILE, 600, 10, 500, 200, 1);
    Load narrow = Load.run(with(EngineLimits.DEFAULT.withMaxNumSeqs(12)), 600, 10, 500, 200, 1);
    assertThat(wide.ttftP99()).isLessThan(200);
    assertThat(narrow.ttftP99()).isGreaterThan(20 * wide.ttftP99());
  }

  @Test
  void timeToFirstTokenExplodesWhenBlocksRunOut() {
    Load roomy = Load.run(PROFILE, 600, 10, 500, 200, 2);
    Load tight = Load.run(with(EngineLimits.DEFAULT.withKvBlocks(400)), 600, 10, 500, 200, 2);
    assertThat(roomy.stats().preemptions()).isZero();
    assertThat(tight.ttftP99()).isGreaterThan(20 * roomy.ttftP99());
  }

  @Test
  void recomputationShowsInTheUsefulWork() {
    Load tight = Load.run(with(EngineLimits.DEFAULT.withKvBlocks(400)), 600, 10, 200, 400, 3);
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
  void aTokenGapGrowsWhenAPromptSharesTheStep() {
    VirtualEngine engine = new VirtualEngine(PROFILE);
    List<VirtualCall> done = new ArrayList<>();
    engine.at(0, () -> engine.submit(EngineRequest.of(100, 100), (call, _) -> done.add(call)));
    engine.at(
        300_000_000, () -> engine.submit(EngineRequest.of(2000, 1), (call, _) -> done.add(call)));
    engine.run();
    VirtualCall reader = done.get(1);
    double[] gaps = new double[99];
    int bumps = 0;
    double usual = (reader.tokenNanos(20) - reader.tokenNanos(10)) / 10.0;
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = reader.tokenNanos(i + 1) - reader.tokenNanos(i);
      bumps += gaps[i] > 3 * usual ? 1 : 0;
    }
    assertThat(bumps).isEqualTo(1);
  }

  @Test
  void moreGpusAnswerFaster() {
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
