package dev.goodput.validation.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.simulator.SimulatorException;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.simulator.profile.Gpu;
import dev.goodput.simulator.profile.Precision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EngineLogsTest {
  private static final String META =
      """
      {"model": "meta-llama/Llama-3.1-8B", "engine_kwargs": {"tensor_parallel_size": 2,
       "max_num_seqs": 64, "max_num_batched_tokens": 4096, "max_model_len": 8192},
       "kv_cache": {"num_gpu_blocks": 1001, "block_size": 32, "enable_prefix_caching": false},
       "hardware": {"device_name": "NVIDIA H100 80GB HBM3"}}
      """;
  private static final String REQUEST =
      """
      {"input_toks": 100, "output_toks": 2, "queued_ts": 5.5, "first_token_ts": 5.6, "last_token_ts": 5.7}
      """;

  @TempDir private Path directory;

  private EngineLog read(String meta, String requests) throws IOException {
    return read(meta, requests, requests);
  }

  private EngineLog read(String meta, String requests, String workload) throws IOException {
    Files.writeString(directory.resolve("A100_x.meta.json"), meta);
    Files.writeString(directory.resolve("A100_x.requests.jsonl"), requests);
    Files.writeString(directory.resolve("w.jsonl"), workload);
    return EngineLogs.read(directory.resolve("A100_x"), directory.resolve("w.jsonl"));
  }

  @Test
  void takesTheEngineFromTheMetaFile() throws IOException {
    EngineProfile profile = read(META, REQUEST).setup().profile();
    assertThat(profile.gpu().name()).isEqualTo("h100");
    assertThat(profile.tensorParallel()).isEqualTo(2);
    assertThat(profile.precision()).isEqualTo(Precision.BF16);
    assertThat(profile.limits().maxNumSeqs()).isEqualTo(64);
    assertThat(profile.limits().maxNumBatchedTokens()).isEqualTo(4096);
    assertThat(profile.maxModelLen()).isEqualTo(8192);
    assertThat(read(META, REQUEST).setup().kvBlocks()).isEqualTo(1001);
    assertThat(profile.kvBlocks()).as("all but the null block, in blocks of 16").isEqualTo(2000);
    assertThat(profile.limits().prefixCaching()).isFalse();
  }

  @Test
  void infersGpuFromTheNameAndBlocksFromItsMemory() throws IOException {
    EngineProfile profile = read("{\"model\": \"Qwen/Qwen3-8B\"}", REQUEST).setup().profile();
    assertThat(profile.gpu().name()).isEqualTo("a100");
    assertThat(profile).isEqualTo(EngineProfile.named("a100", "qwen3-8b"));
  }

  @Test
  void countsTimeFromTheFirstRequest() throws IOException {
    String request =
        REQUEST
            .replace("5.5", "27536.660701067")
            .replace("5.6", "27536.760701068")
            .replace("5.7", "27536.86");
    EngineLog log = read(META, request);
    EngineLog.Entry entry = log.entries().getFirst();
    assertThat(entry.queuedNanos()).isZero();
    assertThat(entry.firstTokenNanos()).isEqualTo(100_000_001);
  }

  @ParameterizedTest
  @CsvSource({
    "NVIDIA GeForce RTX 4090, rtx-4090",
    "NVIDIA RTX PRO 6000 Blackwell Server Edition, rtx-pro-6000",
    "NVIDIA A100-SXM4-40GB, a100-40gb",
    "NVIDIA A100-SXM4-80GB, a100",
    "NVIDIA H100 PCIe, h100-pcie",
    "NVIDIA A10G, a10g",
    "AMD Instinct MI300X OAM, mi300x",
    "RTXPRO6000, rtx-pro-6000"
  })
  void recognizesGpuNamesOfDrivers(String device, String name) {
    assertThat(Gpu.ofDevice(device).name()).isEqualTo(name);
  }

  @Test
  void suggestsNoOtherGpuForAnUnknownOne() {
    assertThatThrownBy(() -> Gpu.ofDevice("NVIDIA L40"))
        .isInstanceOf(SimulatorException.UnknownName.class)
        .hasMessageContaining("unknown GPU \"NVIDIA L40\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"max_num_seqs\": 64|\"max_num_seqs\": \"many\"|engine_kwargs.max_num_seqs: expected a"
            + " whole number above 0, found \"many\"",
        "\"max_num_seqs\": 64|\"pipeline_parallel_size\": 2|engine_kwargs.pipeline_parallel_size:"
            + " expected 1 (more is not simulated), found \"2\"",
        "\"max_num_seqs\": 64|\"enable_expert_parallel\": true|enable_expert_parallel: expected"
            + " false",
        "\"max_num_seqs\": 64|\"kv_cache_dtype\": \"fp8\"|kv_cache_dtype: expected two bytes per"
            + " value (others are not simulated), found \"fp8\"",
        "tensor_parallel_size\": 2|tensor_parallel_size\": 3|engine_kwargs.tensor_parallel_size:"
            + " expected a divisor of the 32 heads of Llama-3.1-8B, found \"3\"",
        "\"max_num_seqs\": 64|\"quantization\": \"exl2\"|quantization: expected fp8, awq or gptq,"
            + " found \"exl2\"",
        "\"model\": \"meta-llama/Llama-3.1-8B\",||model is missing",
        "{\"model\"|[\"model\"|expected a JSON object"
      })
  void refusesASetupThatItCannotSimulate(String found, String instead, String message) {
    String meta = META.replace(found, instead == null ? "" : instead);
    assertThatThrownBy(() -> read(meta, REQUEST))
        .isInstanceOf(SimulatorException.BadLog.class)
        .hasMessageContaining("A100_x.meta.json")
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"queued_ts\": 5.5,||line 2: queued_ts is missing",
        "5.6|\"soon\"|line 2: first_token_ts: expected a number of seconds, found \"soon\"",
        "100|0|line 2: input_toks: expected a whole number above 0, found \"0\"",
        "{|<|line 2: not valid JSON"
      })
  void namesTheLineOfABadRequest(String found, String instead, String message) {
    String bad = REQUEST.replace(found, instead == null ? "" : instead);
    assertThatThrownBy(() -> read(META, REQUEST + bad))
        .isInstanceOf(SimulatorException.BadLog.class)
        .hasMessageContaining("A100_x.requests.jsonl " + message);
  }

  @Test
  void refusesAWorkloadOfOtherRequests() {
    assertThatThrownBy(() -> read(META, REQUEST, REQUEST.replace("100", "101")))
        .hasMessageContaining("w.jsonl line 1: input_toks: expected 100")
        .hasMessageContaining("found \"101\"");
    assertThatThrownBy(() -> read(META, REQUEST, REQUEST + REQUEST))
        .hasMessageContaining("has 1 requests, the workload 2");
  }

  @Test
  void replaysAnAnswerThatEndedBeforeItsLongestLength() throws IOException {
    EngineLog log =
        read(META, REQUEST, REQUEST.replace("\"output_toks\": 2", "\"output_toks\": 9"));
    assertThat(log.entries().getFirst().request().outputTokens()).isEqualTo(2);
    String less = REQUEST.replace("\"output_toks\": 2", "\"output_toks\": 1");
    assertThatThrownBy(() -> read(META, REQUEST, less))
        .hasMessageContaining("w.jsonl line 1: output_toks: expected at least 2, as the log's")
        .hasMessageContaining("found \"1\"");
  }

  @Test
  void namesAFileThatIsNotThere() {
    assertThatThrownBy(() -> EngineLogs.read(directory.resolve("none"), null))
        .isInstanceOf(SimulatorException.BadLog.class)
        .hasMessageContaining("none.meta.json: no such file");
  }

  @Test
  void takesTheNameOfAFileForThePrefix() throws IOException {
    EngineLog log = read(META, REQUEST);
    for (String end : List.of(".meta.json", ".requests.jsonl")) {
      EngineLog same = EngineLogs.read(directory.resolve("A100_x" + end), null);
      assertThat(same.name()).isEqualTo(log.name());
    }
  }

  @Test
  void refusesARequestTooLongForTheEngine() throws IOException {
    EngineLog log = read(META, REQUEST.replace("100", "8191"));
    assertThatThrownBy(() -> Validation.of(log, List.of()))
        .isInstanceOf(SimulatorException.BadLog.class)
        .hasMessageContaining("a request of 8,193 tokens, the simulated engine takes 8,192, as")
        .hasMessageContaining("engine_kwargs.max_model_len of " + directory)
        .hasMessageEndingWith("A100_x.meta.json states; does it belong to this log?");
    EngineLog lacking = read(META.replace("max_model_len", "x"), REQUEST.replace("100", "32000"));
    assertThatThrownBy(() -> Validation.of(lacking, List.of()))
        .hasMessageContaining("takes 32,000, for lack of max_model_len or of KV blocks in ");
  }
}
