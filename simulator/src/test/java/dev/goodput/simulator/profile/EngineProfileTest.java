package dev.goodput.simulator.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.simulator.SimulatorException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EngineProfileTest {
  @Test
  void computesSizesFromPublishedDimensions() {
    EngineProfile profile = EngineProfile.named("RTX 4090", "meta-llama/Llama-3.1-8B-Instruct");
    assertThat(profile.matrixParametersPerGpu()).isCloseTo(6.98e9, within(.01e9));
    assertThat(profile.keyValueBytesPerToken()).isEqualTo(131_072);
    assertThat(profile.model().parameters()).isCloseTo(8.03e9, within(.01e9));
    assertThat(Model.named("llama-3.1-70b").parameters()).isCloseTo(70.6e9, within(.2e9));
    assertThat(Model.named("llama-3.1-405b").parameters()).isCloseTo(405.8e9, within(1e9));
    assertThat(Model.named("qwen3-32b").parameters()).isCloseTo(32.8e9, within(.1e9));
    assertThat(Model.named("qwen3-8b").parameters()).isCloseTo(8.19e9, within(.02e9));
    assertThat(Model.named("llama-3.2-1b").parameters()).isCloseTo(1.236e9, within(.01e9));
    assertThat(Model.named("qwen3-0.6b").parameters()).isCloseTo(.596e9, within(.01e9));
  }

  @Test
  void leavesTheBlocksThatTheMemoryHasRoomFor() {
    // vLLM 0.19.0 had 2,588 on this GPU with this model.
    assertThat(EngineProfile.named("rtx-4090", "llama-3.1-8b").kvBlocks()).isBetween(2570, 2620);
    assertThat(EngineProfile.named("h100", "llama-3.1-8b").kvBlocks()).isBetween(25_000, 30_000);
  }

  @Test
  void takesTheLongestLengthFromModelAndMemory() {
    EngineProfile small = EngineProfile.named("rtx-4090", "llama-3.1-8b");
    assertThat(small.maxModelLen()).isEqualTo(small.kvBlocks() * 16);
    assertThat(EngineProfile.named("h100", "llama-3.1-8b").maxModelLen()).isEqualTo(131_072);
  }

  @Test
  void makesStepsLongerByAFactor() {
    EngineProfile usual = EngineProfile.parse("h100/llama-3.1-8b");
    EngineProfile slower = EngineProfile.parse("h100/llama-3.1-8b/x1.05");
    assertThat(slower).isEqualTo(usual.withEfficiency(usual.efficiency().slowedBy(1.05)));
    assertThat(EngineProfile.parse("h100/llama-3.1-8b/x1")).isEqualTo(usual);
    assertThatThrownBy(() -> EngineProfile.parse("h100/llama-3.1-8b/x0"))
        .isInstanceOf(SimulatorException.BadOption.class)
        .hasMessageContaining("from 0.01 to 100");
  }

  @Test
  void saysInOneLineThatAModelDoesNotFit() {
    assertThatThrownBy(() -> EngineProfile.named("rtx-4090", "llama-3.1-70b"))
        .isInstanceOf(SimulatorException.DoesNotFit.class)
        .hasMessageContaining("Llama-3.1-70B")
        .hasMessageContaining("rtx-4090")
        .hasMessageContaining("use more GPUs")
        .hasMessageNotContaining("\n");
  }

  @Test
  void saysThatTheLongestLengthNeedsMoreBlocks() {
    EngineProfile profile = EngineProfile.named("rtx-4090", "llama-3.1-8b");
    EngineLimits tooLong = EngineLimits.DEFAULT.withMaxModelLen(131_072);
    assertThatThrownBy(() -> profile.withLimits(tooLong))
        .isInstanceOf(SimulatorException.DoesNotFit.class)
        .hasMessageContaining("131072");
  }

  @Test
  void refusesALengthThatTheModelWasNotMadeFor() {
    EngineProfile profile = EngineProfile.named("h100", "qwen3-8b");
    EngineLimits tooLong = EngineLimits.DEFAULT.withMaxModelLen(40_961);
    assertThatThrownBy(() -> profile.withLimits(tooLong))
        .isInstanceOf(SimulatorException.BadOption.class)
        .hasMessage("max_model_len 40961 is beyond the 40960 tokens that Qwen3-8B was made for");
  }

  @Test
  void sharesAModelBetweenGpus() {
    EngineProfile two = EngineProfile.parse("h100/llama-3.1-70b/tp4");
    EngineProfile one = EngineProfile.parse("b200/llama-3.1-70b");
    assertThat(two.matrixParametersPerGpu()).isEqualTo(one.matrixParametersPerGpu() / 4);
    assertThat(two.keyValueBytesPerToken()).isEqualTo(one.keyValueBytesPerToken() / 4);
    assertThat(two.label()).isEqualTo("h100/Llama-3.1-70B/tp4");
    assertThat(EngineProfile.parse(two.label())).isEqualTo(two);
  }

  @Test
  void keepsAWholeHeadWhereThereAreMoreGpusThanHeads() {
    EngineProfile sixteen = EngineProfile.parse("h100/llama-3.1-405b/tp16");
    assertThat(sixteen.keyValueBytesPerToken()).isEqualTo(2.0 * 126 * 128 * 2);
  }

  @Test
  void namesTheNearestWhenAProfileIsUnknown() {
    assertThatThrownBy(() -> EngineProfile.named("h10", "llama-3.1-8b"))
        .isInstanceOf(SimulatorException.UnknownName.class)
        .hasMessageContaining("\"h10\"")
        .hasMessageContaining("did you mean \"h100\"");
    assertThatThrownBy(() -> EngineProfile.named("h100", "lama-3.1-8b"))
        .hasMessageContaining("did you mean \"Llama-3.1-8B\"");
    assertThatThrownBy(() -> EngineProfile.parse("h100/llama-3.1-8b/fp9"))
        .hasMessageContaining("did you mean \"fp8\"");
  }

  @Test
  void aModelMayBeNamedWithItsOwner() {
    EngineProfile owned = EngineProfile.parse("h100/meta-llama/Llama-3.1-8B-Instruct/fp8/tp2");

    assertThat(owned).isEqualTo(EngineProfile.parse("h100/llama-3.1-8b/fp8/tp2"));
    assertThat(EngineProfile.parse("h100/Qwen/Qwen3-8B").model().name()).isEqualTo("Qwen3-8B");
    assertThatThrownBy(() -> EngineProfile.parse("h100/owner/llama-3.1-8b/fp8/tp2/x1/more"))
        .isInstanceOf(SimulatorException.BadOption.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Meta-Llama-3.1-8B-Instruct", "meta-llama_Llama-3.1-8B", "Meta Llama 3.1 8B"})
  void aModelMayBeNamedWithItsMaker(String name) {
    assertThat(Model.named(name).name()).isEqualTo("Llama-3.1-8B");
    assertThat(Model.named("Qwen_Qwen3-8B").name()).isEqualTo("Qwen3-8B");
  }

  @Test
  void refusesWhatIsNoProfile() {
    assertThatThrownBy(() -> EngineProfile.parse("h100"))
        .isInstanceOf(SimulatorException.BadOption.class)
        .hasMessageContaining("GPU/MODEL");
    assertThatThrownBy(() -> EngineProfile.parse("h100/llama-3.1-8b/tp3"))
        .isInstanceOf(SimulatorException.BadOption.class)
        .hasMessageContaining("32 heads");
  }

  @Test
  void offersEveryProfileThatItNames() {
    for (Gpu gpu : Gpu.all()) {
      assertThat(Gpu.named(gpu.name())).isSameAs(gpu);
      gpu.aliases().forEach(alias -> assertThat(Gpu.named(alias)).isSameAs(gpu));
    }
    for (Model model : Model.all()) {
      assertThat(Model.named(model.name())).isSameAs(model);
      model.aliases().forEach(alias -> assertThat(Model.named(alias)).isSameAs(model));
    }
  }

  @Test
  void saysWhatItAssumesOfTheLinksBetweenGpus() {
    assertThat(EngineProfile.parse("h100/llama-3.1-70b/tp4").assumptions())
        .singleElement()
        .asString()
        .contains("10 µs and 300 GB/s")
        .contains("nvlink");
    assertThat(EngineProfile.parse("h100/llama-3.1-8b").assumptions()).isEmpty();
  }
}
