package dev.goodput.validation.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.simulator.SimulatorException;
import dev.goodput.simulator.profile.Precision;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WeightsTest {
  private static EngineSetup read(String model, String quantization) {
    String meta =
        """
        {"model": "%s", "hardware": {"device_name": "NVIDIA H100"},
         "engine_kwargs": {"quantization": "%s"}}
        """
            .formatted(model, quantization);
    return SetupReader.read(JsonFields.read(meta, "x.meta.json"), "x");
  }

  @ParameterizedTest
  @CsvSource({
    "Qwen/Qwen2.5-7B-Instruct, awq, Qwen2.5-7B, INT4",
    "Qwen/Qwen2.5-7B-Instruct, gptq_marlin, Qwen2.5-7B, INT4",
    "Qwen/Qwen2.5-7B-Instruct, fp8, Qwen2.5-7B, FP8",
    "Qwen/Qwen2.5-7B-Instruct, w8a8_fp8, Qwen2.5-7B, FP8",
    "Qwen/Qwen2.5-7B-Instruct, '', Qwen2.5-7B, BF16",
    "Qwen/Qwen2.5-7B-Instruct-AWQ, awq_marlin, Qwen2.5-7B, INT4",
    "Qwen/Qwen2.5-7B-Instruct-GPTQ-Int4, '', Qwen2.5-7B, INT4",
    "owner/Qwen3-8B-GPTQ-int-4, gptq, Qwen3-8B, INT4",
    "some-awq-owner/Qwen2.5-7B-FP8-dynamic, compressed-tensors, Qwen2.5-7B, FP8",
    "owner/Qwen2.5-7B-Instruct-quantized.w4a16, compressed-tensors, Qwen2.5-7B, INT4",
    "owner/Qwen3-8B-W8A8-FP8, compressed-tensors, Qwen3-8B, FP8",
    "owner/Llama-3.1-GPTQ-8b, gptq, Llama-3.1-8B, INT4",
    "owner/Qwen3-AWQ-8B, awq, Qwen3-8B, INT4",
    "owner/Llama-3.1-GPTQ-8B-Instruct, '', Llama-3.1-8B, INT4",
    "owner/Llama-3.1-FP8-8B-dynamic, fp8, Llama-3.1-8B, FP8",
    "owner/Qwen3-1.7B-GPTQ-4b, gptq, Qwen3-1.7B, INT4",
    "int8/Qwen3-8B, '', Qwen3-8B, BF16",
    "microsoft/phi-4-AWQ-g128, awq, Phi-4, INT4",
    "unsloth/Llama-3.1-8B-Instruct-bnb-4bit, bitsandbytes, Llama-3.1-8B, INT4",
    "unsloth/Llama-3.1-8B-4bit, '', Llama-3.1-8B, INT4",
    "owner/Llama-3.1-8B-GPTQ-4bit-128g, gptq, Llama-3.1-8B, INT4",
    "owner/Llama-3.1-8B-Q4_0, gguf, Llama-3.1-8B, INT4",
    "owner/Llama-3.1-8B-GGUF-Q4_K_M, '', Llama-3.1-8B, INT4",
    "owner/phi-4.Q4_K_M.gguf, gguf, Phi-4, INT4",
    "owner/phi-4.fp8, '', Phi-4, FP8",
    "owner/Llama-3.1-8B-bf16, '', Llama-3.1-8B, BF16"
  })
  void takesModelAndPrecisionFromOptionAndName(
      String model, String option, String plain, Precision precision) {
    EngineSetup setup = read(model, option);
    assertThat(setup.profile().precision()).isEqualTo(precision);
    assertThat(setup.profile().model().name()).isEqualTo(plain);
    assertThat(setup.notes()).noneMatch(note -> note.contains("means"));
  }

  @ParameterizedTest
  @CsvSource({
    "Qwen/Qwen2.5-7B-Instruct-GPTQ-Int8, gptq_marlin",
    "owner/Qwen3-8B-GPTQ-int-8, gptq",
    "owner/Qwen3-8B-GPTQ-Q8_0, gptq",
    "owner/Qwen3-8B-Q8_0, gguf",
    "owner/Qwen3-8B.Q8_0.gguf, gguf",
    "owner/Qwen3-8B-int8, ''",
    "owner/Qwen3-8B-W8A8, compressed-tensors",
    "owner/Qwen2.5-7B-Instruct-quantized.w8a8, gptq_marlin",
    "owner/Qwen3-32B-AWQ-8bit, awq_marlin",
    "owner/Qwen3-8B-gptq-3-bits, gptq",
    "owner/Llama-3.1-8B-Instruct-GPTQ-8b, gptq",
    "owner/phi-4-GPTQ-8b, gptq",
    "owner/Llama-3.1-8B-GPTQ-8, gptq"
  })
  void refusesBitsThatAreNotSimulated(String model, String option) {
    assertThatThrownBy(() -> read(model, option))
        .isInstanceOf(SimulatorException.BadLog.class)
        .hasMessage(
            "x.meta.json: model: expected weights in bf16, fp8 or 4 bits (others are not"
                + " simulated), found \"%s\"",
            model);
  }

  @ParameterizedTest
  @CsvSource({
    "owner/Qwen3-8B-AWQ, fp8, FP8, int4",
    "owner/Qwen3-8B-FP8, awq_marlin, INT4, fp8",
    "owner/Qwen3-8B-GPTQ-Int8, fp8, FP8, other bits",
    "owner/Qwen3-8B-W8A8, fp8, FP8, other bits"
  })
  void prefersTheEngineToTheNameAndReportsBoth(
      String model, String option, Precision precision, String bits) {
    EngineSetup setup = read(model, option);
    assertThat(setup.profile().precision()).isEqualTo(precision);
    assertThat(setup.profile().model().name()).isEqualTo("Qwen3-8B");
    assertThat(setup.notes())
        .contains(
            "model \"%s\" means %s, engine_kwargs.quantization \"%s\" means %s: the simulator uses the engine's own setting"
                .formatted(model, bits, option, precision.label()));
  }

  @ParameterizedTest
  @CsvSource({
    "Qwen3-8B-AWQ, w8a8_int8",
    "Qwen3-8B, awq_8bit",
    "Qwen3-8B, w4a8_fp8",
    "Qwen3-8B-FP8, experts_int8",
    "Qwen3-8B-AWQ, mxfp4",
    "Qwen3-8B, compressed-tensors"
  })
  void refusesAnUnsupportedPrecision(String model, String option) {
    assertThatThrownBy(() -> read(model, option))
        .isInstanceOf(SimulatorException.BadLog.class)
        .hasMessage(
            "x.meta.json: engine_kwargs.quantization: expected fp8, awq or gptq, found \"%s\"",
            option);
  }

  @ParameterizedTest
  @CsvSource({
    "owner/Llama-3.1-8B-Instruct-NVFP4, Llama-3.1-8B-Instruct, -NVFP4",
    "owner/Llama-3.1-8B-EXL2-3.4bit, Llama-3.1-8B, -EXL2-3.4bit",
    "owner/Qwen3-4B-Thinking-AWQ, Qwen3-4B, -Thinking"
  })
  void reportsUnknownPartsOfAName(String model, String known, String end) {
    assertThatThrownBy(() -> read(model, ""))
        .isInstanceOf(SimulatorException.BadLog.class)
        .hasMessage(
            "x.meta.json: model \"%s\": \"%s\" is known, \"%s\" behind it is not; leave that out"
                + " where it changes no weights",
            model, known, end);
  }
}
