package dev.goodput.validation.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.simulator.SimulatorException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KvSizeTest {
  /// In the order in which they are believed. Llama-3.1-8B has 131,072 bytes a token.
  private static final List<String> SOURCES =
      List.of(
          "\"num_gpu_blocks\": 101",
          "\"num_kv_tokens\": 6432",
          "\"num_gpu_blocks_override\": 301",
          "\"kv_cache_memory_bytes\": 1681915904",
          "\"gpu_memory_utilization\": 0.5");

  private static EngineSetup read(String sections) {
    String meta =
        """
        {"model": "Llama-3.1-8B", "hardware": {"device_name": "NVIDIA H100"}, %s}
        """
            .formatted(sections);
    return SetupReader.read(JsonFields.read(meta, "x.meta.json"), "x");
  }

  private static EngineSetup in(String section, String sources) {
    return read(
        "%s {\"block_size\": 32, %s}%s"
            .formatted(
                section,
                sources,
                "}".repeat((int) section.chars().filter(letter -> letter == '{').count())));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\"kv_cache\":", "\"engine_kwargs\":", "\"resolved_config\": {\"cache_config\":"})
  void prefersCountedBlocksToConfiguredOnes(String section) {
    List<Integer> counted =
        IntStream.range(0, SOURCES.size())
            .mapToObj(i -> in(section, String.join(", ", SOURCES.subList(i, SOURCES.size()))))
            .map(EngineSetup::kvBlocks)
            .toList();
    assertThat(counted).startsWith(101, 201, 301, 401).last().isNotIn(101, 201, 301, 401);
  }

  @Test
  void countsAllExceptTheNullBlock() {
    for (int i = 0; i < 4; i++) {
      assertThat(in("\"kv_cache\":", SOURCES.get(i)).profile().kvBlocks())
          .as(SOURCES.get(i))
          .isEqualTo((i + 1) * 200);
    }
  }

  @Test
  void prefersTheCacheToOptionsAndOptionsToResolvedValues() {
    String kwargs = "\"engine_kwargs\": {\"num_gpu_blocks_override\": 50}";
    String resolved = "\"resolved_config\": {\"cache_config\": {\"num_gpu_blocks_override\": 60}}";
    assertThat(read(kwargs + ", " + resolved).kvBlocks()).isEqualTo(50);
    String cache = "\"kv_cache\": {\"num_gpu_blocks_override\": 40}";
    assertThat(read(cache + ", " + kwargs + ", " + resolved).kvBlocks()).isEqualTo(40);
    assertThat(read(resolved).kvBlocks()).isEqualTo(60);
  }

  @Test
  void reportsWhatItComputesFromBytes() {
    assertThat(in("\"kv_cache\":", SOURCES.get(3)).notes().getLast())
        .endsWith("401 KV blocks for its kv_cache_memory_bytes 1681915904");
    assertThat(in("\"kv_cache\":", SOURCES.get(1)).notes().getLast()).doesNotContain("KV blocks");
    String two = "\"engine_kwargs\": {\"tensor_parallel_size\": 2, \"block_size\": 32, ";
    assertThat(read(two + SOURCES.get(3) + "}").kvBlocks())
        .as("bytes of one GPU, which keeps half of each token")
        .isEqualTo(802);
  }

  @Test
  void assumesABlockSizeOnceAndReportsIt() {
    EngineSetup setup = read("\"kv_cache\": {\"num_kv_tokens\": 41408}");
    assertThat(setup.kvBlocks()).isEqualTo(2588);
    assertThat(setup.notes().getLast()).containsOnlyOnce("block_size 16");
  }

  @ParameterizedTest
  @CsvSource({"num_kv_tokens, 15, a KV block", "kv_cache_memory_bytes, 2097151, a KV block"})
  void refusesACacheWithoutABlock(String option, long value, String what) {
    assertThatThrownBy(() -> read("\"kv_cache\": {\"%s\": %d}".formatted(option, value)))
        .isInstanceOf(SimulatorException.BadLog.class)
        .hasMessage(
            "x.meta.json: kv_cache.%s: expected enough for %s, found \"%d\"", option, what, value);
  }

  @ParameterizedTest
  @CsvSource({
    "num_gpu_blocks, 1000000000, '', '2,097,152.0'",
    "num_gpu_blocks, 2147483647, ', \"block_size\": 1048576', '295,147,905,041.9'",
    "num_gpu_blocks, 3000, ', \"block_size\": 1048576', '412,316.9'",
    "num_gpu_blocks_override, 100000000, '', '209,715.2'",
    "num_kv_tokens, 4611686018427387904, '', '604,462,909,807,314.6'",
    "kv_cache_memory_bytes, 4611686018427387904, '', '4,611,686,018.4'",
    "kv_cache_memory_bytes, 85017493505, '', '85.0'"
  })
  void refusesACacheThatIsLargerThanTheMemory(String option, long value, String more, String size) {
    assertThatThrownBy(() -> read("\"kv_cache\": {\"%s\": %d%s}".formatted(option, value, more)))
        .isInstanceOf(SimulatorException.BadLog.class)
        .hasMessage(
            "x.meta.json: kv_cache.%s: expected a KV cache within the 85.0 GB of each h100 (not %s"
                + " GB), found \"%d\"; correct this, or the block_size, model, tensor_parallel_size"
                + " or hardware there",
            option, size, value);
  }

  @Test
  void usesTheMemoryInTheFile() {
    String memory = "\"hardware\": {\"device_name\": \"H100\", \"device_total_memory_bytes\": %d}";
    String cache = "\"kv_cache\": {\"num_kv_tokens\": 700000}";
    assertThat(read(memory.formatted(99_857_989_632L) + ", " + cache).kvBlocks()).isEqualTo(43_750);
    assertThatThrownBy(() -> read(cache)).hasMessageContaining("within the 85.0 GB of each h100");
    assertThatThrownBy(() -> read(memory.formatted(1L << 62) + ", " + cache))
        .hasMessage(
            "x.meta.json: hardware.device_total_memory_bytes: expected at most 1099511627776, found"
                + " \"4611686018427387904\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"num_gpu_blocks\": 2588", ""})
  void refusesWeightsThatAreLargerThanTheMemory(String blocks) {
    String seventy = "\"model\": \"meta-llama/Llama-3.1-70B\", \"kv_cache\": {" + blocks + "}";
    assertThatThrownBy(() -> read(seventy))
        .isInstanceOf(SimulatorException.BadLog.class)
        .hasMessage(
            "x.meta.json: model: expected weights in bf16 within the 85.0 GB of each h100 (not"
                + " 141.1 GB), found \"meta-llama/Llama-3.1-70B\"; correct this, or the"
                + " quantization, tensor_parallel_size or hardware there");
    String two = ", \"engine_kwargs\": {\"tensor_parallel_size\": 2}";
    assertThat(read(seventy + two).profile().tensorParallel()).isEqualTo(2);
  }
}
