package dev.goodput.validation.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.simulator.profile.Efficiency;
import dev.goodput.simulator.profile.EngineProfile;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Replays real vLLM 0.19.0 logs (300 requests of ShareGPT, Llama-3.1-8B in bf16).
@Tag("validation")
class VllmLogTest {
  private static final EngineLog LOG_4090 = EngineLogs.shipped().get(0);
  private static final EngineLog LOG_PRO_6000 = EngineLogs.shipped().get(1);

  private static double percent(EngineLog log, Parameter... fit) {
    Validation validation = Validation.of(log, List.of(fit));
    System.out.printf(
        "%s rms %.5f of %s%n",
        log.name(), validation.rmsRelativeError(), validation.profile().efficiency());
    return 100 * validation.rmsRelativeError();
  }

  private static double percent(EngineLog log, EngineProfile profile) {
    return 100 * Replay.of(log, profile).rmsRelativeError(log.measured());
  }

  private static double percentWithout(Ablation ablation) {
    EngineProfile profile = LOG_4090.setup().profile();
    EngineProfile fitted = profile.withEfficiency(profile.efficiency().withMemory(.847));
    return percent(LOG_4090, ablation.of(fitted));
  }

  @Test
  void measuresTheFiguresPublishedWithTheLog() {
    assertThat(LOG_4090.measured().values().getFirst().millis()).isBetween(65456.5, 65456.7);
    assertThat(LOG_4090.measured().values().get(1).millis()).isBetween(60110.8, 60111.0);
    assertThat(LOG_4090.measured().values().get(14).millis()).isBetween(153627.4, 153627.6);
  }

  @Test
  void meetsTheRtx4090LogWithNoFittedNumber() {
    assertThat(percent(LOG_4090)).isLessThan(4);
  }

  @Test
  void meetsTheRtx4090LogWithNothingTakenFromIt() {
    assertThat(percent(LOG_4090, EngineProfile.named("rtx-4090", "llama-3.1-8b"))).isLessThan(4);
  }

  @Test
  void meetsTheRtx4090LogWithOneFittedNumber() {
    assertThat(percent(LOG_4090, Parameter.MEMORY)).isLessThan(.5);
  }

  @Test
  void meetsTheRtxPro6000LogWithThreeFittedNumbers() {
    assertThat(percent(LOG_PRO_6000, Parameter.COMPUTE, Parameter.MEMORY, Parameter.OVERHEAD))
        .isLessThan(1);
  }

  @Test
  void staysNearTheRtx4090LogWithTheDefaultsOfAnyGpu() {
    EngineProfile profile = LOG_4090.setup().profile().withEfficiency(Efficiency.DEFAULT);
    assertThat(percent(LOG_4090, profile)).isLessThan(8);
  }

  @Test
  void needsEachOfItsTerms() {
    assertThat(percentWithout(Ablation.KV_LIMIT)).isGreaterThan(80);
    assertThat(percentWithout(Ablation.KV_READS)).isGreaterThan(20);
    assertThat(percentWithout(Ablation.COMPUTE)).isGreaterThan(18);
    assertThat(percentWithout(Ablation.PREFIX_CACHE)).isGreaterThan(4);
    assertThat(percentWithout(Ablation.OVERHEAD)).isGreaterThan(3);
  }
}
