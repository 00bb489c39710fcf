package dev.goodput.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.simulator.profile.Efficiency;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.simulator.profile.Gpu;
import dev.goodput.simulator.profile.Model;
import dev.goodput.simulator.profile.Precision;
import org.junit.jupiter.api.Test;

/// Tests whose expected times are computed from the formula with published sizes.
class StepTimeTest {
  private static final double F = 165.2e12;
  private static final double BW = 1008e9;
  private static final double P = 6_979_321_856.0;
  private static final double V = 128_256.0 * 4096;
  private final EngineProfile profile =
      EngineProfile.named("rtx-4090", "llama-3.1-8b").withEfficiency(Efficiency.DEFAULT);

  private static double soft(double flops, double bytes) {
    double compute = flops / (F * .74);
    double memory = bytes / (BW * .86);
    return Math.pow(Math.pow(compute, 1.6) + Math.pow(memory, 1.6), 1 / 1.6);
  }

  private static double seconds(EngineProfile profile, StepWork load) {
    return new StepTime(profile).seconds(load);
  }

  @Test
  void decodesByReadingWeightsAndKeys() {
    StepWork load = new StepWork();
    load.decode(1000);
    load.decode(500);
    double expected =
        1e-3 + soft(2 * P * 2, 2 * P) + soft(2 * V * 2, 2 * V) + 1500 * 131_072 / (BW * .85);
    assertThat(seconds(profile, load)).isCloseTo(expected, within(1e-9));
  }

  @Test
  void computesAPromptsChunkWithItsAttention() {
    StepWork load = new StepWork();
    load.prefill(2048, 1000, true);
    double pairs = 2048 * (1000 + 1024.0);
    double attention =
        Math.max(4.0 * 32 * 32 * 128 * pairs / (F * .5), 3048 * 131_072 / (BW * .85));
    double expected = 1e-3 + soft(2 * P * 2048, 2 * P) + soft(2 * V, 2 * V) + attention;
    assertThat(seconds(profile, load)).isCloseTo(expected, within(1e-9));
  }

  @Test
  void samplesNothingInTheMiddleOfAPrompt() {
    StepWork middle = new StepWork();
    middle.prefill(100, 0, false);
    StepWork end = new StepWork();
    end.prefill(100, 0, true);
    assertThat(seconds(profile, end) - seconds(profile, middle))
        .isCloseTo(soft(2 * V, 2 * V), within(1e-9));
  }

  @Test
  void addsTwoReductionsPerLayerForSeveralGpus() {
    EngineProfile alone = EngineProfile.of(Gpu.named("h100"), llama8(), Precision.BF16, 1);
    EngineProfile pair = EngineProfile.of(Gpu.named("h100"), llama8(), Precision.BF16, 2);
    StepWork load = new StepWork();
    load.prefill(512, 0, false);
    double shared = seconds(alone, load) - 1e-3;
    double reductions = 2 * 32 * (10e-6 + 512 * 4096 * 2 / 300e9);
    assertThat(seconds(pair, load)).isCloseTo(1e-3 + shared / 2 + reductions, within(1e-9));
  }

  @Test
  void readsFewerBytesInLowerPrecision() {
    StepWork load = new StepWork();
    load.decode(100);
    double bf16 = seconds(EngineProfile.of(h100(), llama8(), Precision.BF16, 1), load);
    double fp8 = seconds(EngineProfile.of(h100(), llama8(), Precision.FP8, 1), load);
    double int4 = seconds(EngineProfile.of(h100(), llama8(), Precision.INT4, 1), load);
    assertThat(fp8).isLessThan(bf16);
    assertThat(int4).isLessThan(fp8);
  }

  private static Gpu h100() {
    return Gpu.named("h100");
  }

  private static Model llama8() {
    return Model.named("llama-3.1-8b");
  }
}
