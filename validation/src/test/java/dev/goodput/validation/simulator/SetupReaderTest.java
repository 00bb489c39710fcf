package dev.goodput.validation.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.simulator.SimulatorException;
import dev.goodput.simulator.profile.EngineLimits;
import dev.goodput.simulator.profile.EngineProfile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SetupReaderTest {
  private static final String RESOLVED =
      """
      {"engine_kwargs": {"model": "Qwen/Qwen3-8B", "max_num_seqs": null, "max_model_len": -1,
        "dtype": "auto", "kv_cache_dtype": "auto"},
       "hardware": {"device_name": "NVIDIA H100 80GB HBM3"},
       "resolved_config": {
        "model_config": {"max_model_len": 9000, "dtype": "torch.bfloat16", "quantization": "fp8"},
        "parallel_config": {"tensor_parallel_size": 2},
        "cache_config": {"enable_prefix_caching": false, "cache_dtype": "auto"},
        "scheduler_config": {"max_num_seqs": 1024, "max_num_batched_tokens": 8192}}}
      """;

  private static EngineSetup read(String meta) {
    return SetupReader.read(JsonFields.read(meta, "x.meta.json"), "H100_x");
  }

  private static EngineSetup withBlocks(String device, String model, int blocks, String more) {
    return read(
        """
        {"model": "%s", "hardware": {"device_name": "%s"}, "kv_cache": {"num_gpu_blocks": %d}%s}
        """
            .formatted(model, device, blocks, more));
  }

  private static EngineSetup onDevice(String device, long bytes) {
    return read(
        """
        {"model": "Llama-3.1-8B",
         "hardware": {"device_name": "%s", "device_total_memory_bytes": %d}}
        """
            .formatted(device, bytes));
  }

  @Test
  void usesResolvedValuesForUnsetOptions() {
    EngineSetup setup = read(RESOLVED);
    EngineProfile profile = setup.profile();
    assertThat(profile.label()).isEqualTo("h100/Qwen3-8B/fp8/tp2");
    assertThat(profile.limits()).isEqualTo(new EngineLimits(1024, 8192, 9000, 0, false));
    assertThat(setup.notes()).singleElement().asString().contains("KV blocks").doesNotContain("_");
  }

  @Test
  void prefersConfiguredToResolvedValues() {
    String requested = RESOLVED.replace("\"max_num_seqs\": null", "\"max_num_seqs\": 64");
    assertThat(read(requested).profile().limits().maxNumSeqs()).isEqualTo(64);
    String off = "{\"model\": \"Qwen3-8B\", \"engine_kwargs\": {\"enable_prefix_caching\": false}}";
    assertThat(read(off).profile().limits().prefixCaching()).isFalse();
  }

  @Test
  void reportsItsAssumptions() {
    EngineSetup setup = read("{\"model\": \"Qwen/Qwen3-8B\"}");
    assertThat(setup.notes())
        .containsExactly(
            "h100 is a guess from the log's name: its meta file has no hardware.device_name",
            "assumed, not in its meta file: precision bf16, tensor_parallel_size 1, max_num_seqs"
                + " 256, max_num_batched_tokens 2048, enable_prefix_caching true, max_model_len"
                + " 40960, %,d KV blocks in 90 %% of the GPU's memory"
                    .formatted(setup.profile().kvBlocks()));
  }

  @Test
  void readsBlocksAndTheirSizeFromResolvedValues() {
    String made =
        RESOLVED.replace("cache_config\": {", "cache_config\": {\"num_gpu_blocks\": 801, ");
    EngineSetup setup = read(made.replace("num_gpu_blocks", "block_size\": 32, \"num_gpu_blocks"));
    assertThat(setup.kvBlocks()).isEqualTo(801);
    assertThat(setup.profile().kvBlocks()).isEqualTo(1600);
    assertThat(setup.notes()).isEmpty();
    EngineSetup sizeless = read(made);
    assertThat(sizeless.profile().kvBlocks()).isEqualTo(800);
    assertThat(sizeless.notes()).containsExactly("assumed, not in its meta file: block_size 16");
  }

  @ParameterizedTest
  @ValueSource(strings = {"engine_kwargs", "kv_cache"})
  void computesTheBlocksOfTheMemoryShare(String section) {
    String share =
        """
        {"model": "Qwen/Qwen3-8B", "%s": {"gpu_memory_utilization": %s}}
        """;
    EngineSetup half = read(share.formatted(section, "0.5"));
    // (0.5 × 85.02 GB − 16.38 GB − 1.2 GB) ÷ (16 × 147,456 bytes)
    assertThat(half.profile().kvBlocks()).isBetween(10_400, 10_700);
    assertThat(half.notes().getLast())
        .endsWith("%,d KV blocks for its gpu_memory_utilization 0.5".formatted(half.kvBlocks()));
    assertThat(read(share.formatted(section, "0.9")).kvBlocks())
        .isEqualTo(read("{\"model\": \"Qwen3-8B\"}").kvBlocks());
    assertThatThrownBy(() -> read(share.formatted(section, "0.1")))
        .hasMessage(
            "x.meta.json: %s.gpu_memory_utilization: expected enough for the weights, found"
                + " \"0.1\"",
            section);
    assertThatThrownBy(() -> read(share.formatted(section, "1.1")))
        .hasMessageContaining("expected a share above 0, up to 1, found \"1.1\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "engine_kwargs|\"enable_chunked_prefill\": false|it had chunked prefill off; the engine",
        "engine_kwargs|\"speculative_config\": \"{}\"|it had speculative decoding; the engine",
        "resolved_config|\"speculative_config\": {\"method\": \"ngram\"}|it had speculative"
            + " decoding"
      })
  void reportsUnsupportedOptions(String section, String option, String message) {
    String meta = "{\"model\": \"Qwen3-8B\", \"%s\": {%s}}".formatted(section, option);
    assertThat(read(meta).notes()).hasSize(3).first().asString().startsWith(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "meta-llama/Meta-Llama-3.1-8B-Instruct",
        "RedHatAI/Meta-Llama-3.1-8B-Instruct-FP8",
        "hugging-quants/Meta-Llama-3.1-8B-Instruct-AWQ-INT4",
        "int8/Llama-3.1-8B",
        "/models/Llama-3.1-8B/"
      })
  void recognizesTheNamesOfLlama(String model) {
    EngineProfile profile = withBlocks("H100", model, 1000, "").profile();
    assertThat(profile.model().name()).isEqualTo("Llama-3.1-8B");
  }

  @Test
  void prefersTheBlocksOfALogToItsFormula() {
    EngineSetup setup = withBlocks("NVIDIA GeForce RTX 5090", "microsoft/phi-4", 500, "");
    assertThat(setup.profile().kvBlocks()).isEqualTo(499);
    assertThat(setup.kvBlocks()).as("as the log counts them").isEqualTo(500);
  }

  @Test
  void takesALongestLengthOfAllTheBlocks() {
    String longest = ", \"engine_kwargs\": {\"max_model_len\": 41408}";
    EngineSetup setup = withBlocks("RTX 4090", "Llama-3.1-8B", 2588, longest);
    assertThat(setup.profile().maxModelLen()).as("without the null block").isEqualTo(41_392);
  }

  @Test
  void takesALongestLengthBeyondTheModelsOwn() {
    String longest = ", \"engine_kwargs\": {\"max_model_len\": 131072}";
    EngineSetup setup = withBlocks("H100", "Qwen/Qwen3-8B", 20_000, longest);
    assertThat(setup.profile().maxModelLen()).isEqualTo(131_072);
  }

  @ParameterizedTest
  @CsvSource({
    "NVIDIA A100-PCIE-40GB, 42297786368, a100-40gb",
    "NVIDIA A100, 42297786368, a100-40gb",
    "NVIDIA A100-SXM4-80GB, 84987740160, a100",
    "NVIDIA GeForce RTX 4090, 25250627584, rtx-4090",
    "NVIDIA L4, 23669571584, l4"
  })
  void takesTheChipOfThatMemory(String device, long bytes, String gpu) {
    assertThat(onDevice(device, bytes).profile().gpu().name()).isEqualTo(gpu);
    assertThat(onDevice(device, bytes).notes()).noneMatch(note -> note.contains("another chip"));
  }

  @ParameterizedTest
  @CsvSource({
    "NVIDIA H100 NVL, 99857989632, has 99.9 GB of memory; the h100 that is simulated in its place",
    "NVIDIA GeForce RTX 4090 Laptop GPU, 16856514560, has 16.9 GB of memory; the rtx-4090 that"
  })
  void reportsAnotherMemorySizeOfAGpu(String device, long bytes, String message) {
    assertThat(onDevice(device, bytes).notes().getFirst()).startsWith(device + " " + message);
  }

  @Test
  void recognizesTheSmallerA100ByItsName() {
    EngineSetup setup = withBlocks("NVIDIA A100-PCIE-40GB", "Llama-3.1-8B", 9000, "");
    assertThat(setup.profile().gpu().name()).isEqualTo("a100-40gb");
  }

  @Test
  void namesTheFieldOfAGpuThatHasNoProfile() {
    assertThatThrownBy(() -> onDevice("NVIDIA L400", 1))
        .isInstanceOf(SimulatorException.BadLog.class)
        .hasMessageStartingWith(
            "x.meta.json: hardware.device_name: unknown GPU \"NVIDIA L400\"; did you mean \"l40s\"?"
                + " known: rtx-4090, ")
        .hasMessageEndingWith(", mi355x; name one of them there to simulate it instead");
  }

  @Test
  void reportsThatTheGpuComesFromTheLogName() {
    JsonFields meta = JsonFields.read("{\"model\": \"Qwen3-8B\"}", "x.meta.json");
    assertThatThrownBy(() -> SetupReader.read(meta, "mine_x"))
        .isInstanceOf(SimulatorException.BadLog.class)
        .hasMessageStartingWith(
            "x.meta.json: hardware.device_name is missing, and the log's name has none:"
                + " unknown GPU \"mine\"; known: rtx-4090, ")
        .hasMessageEndingWith(", mi355x; add it");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"model\"", "\"engine_kwargs\": {\"model\""})
  void namesTheFieldOfAModelThatHasNoProfile(String field) {
    String open = field.contains("{") ? "}" : "";
    String meta = "{%s: \"owner/Qwen3-9B-AWQ\"%s}".formatted(field, open);
    assertThatThrownBy(() -> read(meta))
        .isInstanceOf(SimulatorException.BadLog.class)
        .hasMessageStartingWith(
            "x.meta.json: %smodel \"owner/Qwen3-9B-AWQ\": unknown model \"Qwen3-9B\"; did you mean"
                + " \"Qwen3-4B\"? known: Llama-3.1-8B, ",
            open.isEmpty() ? "" : "engine_kwargs.")
        .hasMessageEndingWith(", Phi-4; name one of them there to simulate it instead");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"kv_cache\": {\"kv_cache_memory_bytes\": -1}|kv_cache.kv_cache_memory_bytes: expected a"
            + " whole number above 0, found \"-1\"",
        "\"quantization\": 1, \"resolved_config\": {\"model_config\": {\"quantization\": {\"bits\":"
            + " 8}}}|resolved_config.model_config.quantization: expected one value, found an"
            + " object",
        "\"engine_kwargs\": {\"quantization\": {}}|engine_kwargs.quantization: expected one value,"
            + " found an object",
        "\"engine_kwargs\": {\"max_num_seqs\": [8]}|engine_kwargs.max_num_seqs: expected one"
            + " value, found a list",
        "\"kv_cache\": [1]|kv_cache: expected an object, found a list",
        "\"kv_cache\": 5|kv_cache: expected an object, found \"5\"",
        "\"resolved_config\": {\"cache_config\": []}|resolved_config.cache_config: expected an"
            + " object, found a list"
      })
  void refusesValuesOfAnotherKind(String field, String message) {
    assertThatThrownBy(() -> read("{\"model\": \"Qwen3-8B\", %s}".formatted(field)))
        .isInstanceOf(SimulatorException.BadLog.class)
        .hasMessage("x.meta.json: " + message);
  }

  @Test
  void namesTheFileOfAModelThatDoesNotFit() {
    String phi = "{\"model\": \"Phi-4\", \"hardware\": {\"device_name\": \"RTX 5090\"}}";
    assertThatThrownBy(() -> read(phi))
        .isInstanceOf(SimulatorException.BadLog.class)
        .hasMessageStartingWith(
            "x.meta.json: the weights of Phi-4 in bf16 take 29.3 GB on each GPU (1 × rtx-5090),");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"model\": \"Qwen/Qwen3-8B\", \"engine_kwargs\": {\"model\": \"Llama-3.1-8B\"}|model"
            + " \"Qwen/Qwen3-8B\" and engine_kwargs.model \"Llama-3.1-8B\"",
        "\"model\": \"Qwen3-8B\", \"engine_kwargs\": {\"tensor_parallel_size\": 2},"
            + " \"resolved_config\": {\"parallel_config\": {\"tensor_parallel_size\":"
            + " 1}}|engine_kwargs.tensor_parallel_size \"2\" and"
            + " resolved_config.parallel_config.tensor_parallel_size \"1\"",
        "\"model\": \"Qwen3-8B\", \"engine_kwargs\": {\"quantization\": \"awq\"},"
            + " \"resolved_config\": {\"model_config\": {\"quantization\":"
            + " \"fp8\"}}|engine_kwargs.quantization \"awq\" and"
            + " resolved_config.model_config.quantization \"fp8\"",
        "\"model\": \"Qwen3-8B\", \"kv_cache\": {\"num_gpu_blocks\": 2588, \"num_kv_tokens\":"
            + " 99999}|kv_cache.num_gpu_blocks \"2588\" and kv_cache.num_kv_tokens \"99999\"",
        "\"model\": \"Qwen3-8B\", \"kv_cache\": {\"num_kv_tokens\": 41408,"
            + " \"kv_cache_memory_bytes\": 1000000000}|kv_cache.num_kv_tokens \"41408\" and"
            + " kv_cache.kv_cache_memory_bytes \"1000000000\""
      })
  void reportsWhichOfTwoDifferentValuesItUses(String fields, String message) {
    assertThat(read("{" + fields + "}").notes()).contains(message + " differ: the first is taken");
  }

  @Test
  void acceptsEquivalentValues() {
    String meta =
        """
        {"model": "Qwen/Qwen3-8B-AWQ", "hardware": {"device_name": "H100"},
         "engine_kwargs": {"model": "/models/qwen3-8b-awq/", "quantization": "awq",
          "tensor_parallel_size": 1, "kv_cache_memory_bytes": 6104285184},
         "kv_cache": {"num_gpu_blocks": 2588, "num_kv_tokens": 41408},
         "resolved_config": {"model_config": {"quantization": "awq_marlin"},
          "parallel_config": {"tensor_parallel_size": 1}}}
        """;
    assertThat(read(meta).notes()).noneMatch(note -> note.contains("differ"));
  }

  @ParameterizedTest
  @CsvSource({
    "NVIDIA GeForce RTX 4090 D, rtx-4090, D",
    "NVIDIA GeForce RTX 3090 Ti, rtx-3090, Ti",
    "NVIDIA GeForce RTX 5090 Laptop GPU, rtx-5090, Laptop",
    "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition, rtx-pro-6000, Max-Q",
    "NVIDIA H200 NVL, h200, NVL"
  })
  void reportsAChipVariantSimulatedAsTheChip(String device, String gpu, String variant) {
    EngineSetup setup = withBlocks(device, "Qwen3-8B", 1000, "");
    assertThat(setup.profile().gpu().name()).isEqualTo(gpu);
    assertThat(setup.notes())
        .contains(
            "%s is simulated as %s; its \"%s\" may be a chip of another speed"
                .formatted(device, gpu, variant));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NVIDIA H100 80GB HBM3",
        "NVIDIA A100-SXM4-80GB",
        "NVIDIA RTX PRO 6000 Blackwell Server Edition",
        "NVIDIA DGX B200"
      })
  void reportsNothingForTheChipItself(String device) {
    assertThat(withBlocks(device, "Qwen3-8B", 1000, "").notes())
        .noneMatch(note -> note.contains("is simulated as"));
  }
}
