package dev.goodput.simulator.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.simulator.engine.EngineRequest;
import dev.goodput.simulator.profile.Efficiency;
import dev.goodput.simulator.profile.EngineLimits;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.simulator.virtual.VirtualEngine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Replays real vLLM 0.19.0 logs (300 requests of ShareGPT, Llama-3.1-8B in bf16).
@Tag("validation")
class VllmLogTest {
  /// The log's own `num_gpu_blocks`, one of which vLLM keeps as the null block.
  private static final EngineLimits LIMITS_4090 =
      EngineLimits.DEFAULT.withMaxModelLen(32_768).withKvBlocks(2587);

  private static final EngineLimits LIMITS_PRO_6000 = EngineLimits.DEFAULT.withMaxNumSeqs(128);
  private static final EngineLog LOG_4090 = EngineLog.read("rtx-4090");
  private static final EngineLog LOG_PRO_6000 = EngineLog.read("rtx-pro-6000");

  private static EngineProfile rtx4090() {
    return EngineProfile.named("rtx-4090", "llama-3.1-8b").withLimits(LIMITS_4090);
  }

  private static double error(EngineProfile profile, EngineLog log) {
    Statistics truth = log.truth();
    Statistics simulated = replay(profile, log);
    double error = simulated.errorPercent(truth);
    System.out.printf(
        "%-24s rms %.2f %% of %s: %s%n",
        profile.label(), error, profile.efficiency(), simulated.errors(truth));
    return error;
  }

  private static Statistics replay(EngineProfile profile, EngineLog log) {
    VirtualEngine engine = new VirtualEngine(profile);
    Statistics.Builder builder = new Statistics.Builder();
    for (EngineLog.Entry entry : log.entries()) {
      engine.at(
          entry.queuedNanos(),
          () ->
              engine.submit(
                  EngineRequest.of(entry.input(), entry.output(), entry.hashes()),
                  (call, nanos) ->
                      builder.add(
                          call.arrivalNanos(), call.firstTokenNanos(), nanos, call.tokens())));
    }
    engine.run();
    return builder.build();
  }

  @Test
  void meetsTheRtx4090LogWithNoFittedNumber() {
    assertThat(error(rtx4090(), LOG_4090)).isLessThan(4);
  }

  @Test
  void meetsTheRtx4090LogWithNothingTakenFromIt() {
    EngineProfile profile = EngineProfile.named("rtx-4090", "llama-3.1-8b");
    assertThat(error(profile, LOG_4090)).isLessThan(4);
  }

  @Test
  void meetsTheRtx4090LogWithOneFittedNumber() {
    EngineProfile profile = rtx4090();
    Efficiency fitted = profile.efficiency().withMemory(.847);
    assertThat(error(profile.withEfficiency(fitted), LOG_4090)).isLessThan(.5);
  }

  @Test
  void meetsTheRtxPro6000LogWithThreeFittedNumbers() {
    EngineProfile profile =
        EngineProfile.named("rtx-pro-6000", "llama-3.1-8b").withLimits(LIMITS_PRO_6000);
    Efficiency fitted =
        profile.efficiency().withCompute(.595).withMemory(.782).withOverheadSeconds(2.75e-3);
    assertThat(error(profile.withEfficiency(fitted), LOG_PRO_6000)).isLessThan(1);
  }

  @Test
  void staysNearTheRtx4090LogWithTheDefaultsOfAnyGpu() {
    assertThat(error(rtx4090().withEfficiency(Efficiency.DEFAULT), LOG_4090)).isLessThan(8);
  }

  @Test
  void losesTheLogWithoutTheLimitOfKvBlocks() {
    EngineLimits unlimited = LIMITS_4090.withKvBlocks(1_000_000);
    assertThat(error(fitted().withLimits(unlimited), LOG_4090)).isGreaterThan(80);
  }

  @Test
  void losesTheLogWithoutTheBandwidthOfKvReads() {
    assertThat(ablated(fitted().efficiency().withAttentionMemory(Double.POSITIVE_INFINITY)))
        .isGreaterThan(20);
  }

  @Test
  void losesTheLogWithoutComputeTime() {
    assertThat(ablated(fitted().efficiency().withCompute(Double.POSITIVE_INFINITY)))
        .isGreaterThan(18);
  }

  @Test
  void losesTheLogWithoutThePrefixCache() {
    EngineLimits uncached = LIMITS_4090.withPrefixCaching(false);
    assertThat(error(fitted().withLimits(uncached), LOG_4090)).isGreaterThan(4);
  }

  @Test
  void losesTheLogWithoutTheOverheadOfEachStep() {
    assertThat(ablated(fitted().efficiency().withOverheadSeconds(0))).isGreaterThan(3);
  }

  private static double ablated(Efficiency efficiency) {
    return error(rtx4090().withEfficiency(efficiency), LOG_4090);
  }

  private static EngineProfile fitted() {
    return rtx4090().withEfficiency(rtx4090().efficiency().withMemory(.847));
  }
}
