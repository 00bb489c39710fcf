package dev.goodput.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.server.EngineMetric;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MetricsPageTest {
  private static double value(String page, EngineMetric sign) {
    return Exports.read(Exports.page(page), null).value(sign).orElse(Double.NaN);
  }

  private static MetricReading reading(EngineReadings metrics, EngineMetric sign) {
    return Objects.requireNonNull(metrics.readings().get(sign));
  }

  /// The engine metrics on each page, read by eye.
  @ParameterizedTest
  @CsvSource({
    "vllm-0.32.0, RUNNING, 0",
    "vllm-0.32.0, WAITING, 0",
    "vllm-0.32.0, KV_CACHE_USAGE, 0",
    "vllm-0.32.0, PREFIX_CACHE_QUERIES, 38",
    "vllm-0.32.0, PREFIX_CACHE_HITS, 0",
    "vllm-0.32.0, PREEMPTIONS, 0",
    "vllm-0.32.0, PROMPT_TOKENS, 38",
    "vllm-0.32.0, GENERATION_TOKENS, 248",
    "vllm-0.32.0, REQUESTS_FINISHED, 11",
    "vllm-v0, RUNNING, 3",
    "vllm-v0, WAITING, 12",
    "vllm-v0, KV_CACHE_USAGE, .38849487785658",
    "vllm-v0, PREEMPTIONS, 7",
    "vllm-v0, PROMPT_TOKENS, 4892301",
    "vllm-v0, GENERATION_TOKENS, 1234891",
    "vllm-v0, REQUESTS_FINISHED, 415",
    "vllm-v1-2025, PREFIX_CACHE_QUERIES, 3000",
    "vllm-v1-2025, PREFIX_CACHE_HITS, 1000",
    "sglang, RUNNING, 16",
    "sglang, WAITING, 6",
    "sglang, KV_CACHE_USAGE, .2",
    "sglang, PREFIX_CACHE_QUERIES, 1000",
    "sglang, PREFIX_CACHE_HITS, 400",
    "sglang, PREEMPTIONS, 5",
    "sglang, RECOMPUTED_TOKENS, 620",
    "sglang, PROMPT_TOKENS, 1000",
    "sglang, GENERATION_TOKENS, 900",
    "sglang, REQUESTS_FINISHED, 20",
    "llamacpp-2025-02, RUNNING, 0",
    "llamacpp-2025-02, WAITING, 0",
    "llamacpp-2025-02, KV_CACHE_USAGE, .0125732",
    "llamacpp-2025-02, PROMPT_TOKENS, 87",
    "llamacpp-2025-02, GENERATION_TOKENS, 24",
    "tgi, RUNNING, 5",
    "tgi, WAITING, 3",
    "tgi, PROMPT_TOKENS, 16250",
    "tgi, GENERATION_TOKENS, 9000",
    "tgi, REQUESTS_FINISHED, 160",
    "dcgm, GPU_UTILIZATION, .55",
    "dcgm, GPU_MEMORY_USED, 5604638720",
    "dcgm, GPU_MEMORY_TOTAL, 127842385920",
    "dcgm, GPU_POWER, 461",
    "dcgm, GPU_ENERGY, 319160.391",
    "amd, GPU_UTILIZATION, .8",
    "amd, GPU_MEMORY_USED, 1073741824",
    "amd, GPU_MEMORY_TOTAL, 2147483648",
    "amd, GPU_POWER, 1499",
    "amd, GPU_ENERGY, 3234567.8",
    "nvidia-gpu-exporter, GPU_UTILIZATION, .42",
    "nvidia-gpu-exporter, GPU_MEMORY_USED, 706740224",
    "nvidia-gpu-exporter, GPU_POWER, 128.07",
    "nvidia-gpu-exporter, GPU_ENERGY, 9123.5",
    "node-rapl, CPU_ENERGY, 241422.866267",
  })
  void readsEachSignInOneUnit(String page, EngineMetric sign, double value) {
    assertThat(value(page, sign)).isCloseTo(value, within(1e-9 * Math.max(1, value)));
  }

  @ParameterizedTest
  @CsvSource({
    "vllm-0.32.0, 9",
    "vllm-v0, 7",
    "vllm-v1-2025, 5",
    "sglang, 10",
    "llamacpp-2025-02, 5",
    "tgi, 5",
    "dcgm, 5",
  })
  void tellsNothingOfWhatAPageDoesNotHave(String page, int signs) {
    assertThat(Exports.read(Exports.page(page), null).readings()).hasSize(signs);
  }

  @Test
  void hasASourceForEverySign() {
    // The power of a meter comes from a file (PowerFile), not from a page.
    assertThat(MetricNames.ALL.stream().map(MetricSource::metric))
        .containsAll(EnumSet.complementOf(EnumSet.of(EngineMetric.METER_POWER)));
  }

  @Test
  void takesColonsAndUnderscoresAndTotalsForOneName() {
    EngineReadings metrics =
        Exports.read("sglang_num_running_reqs 2\nvllm_prompt_tokens 3\n", null);
    assertThat(metrics.value(EngineMetric.RUNNING)).hasValue(2);
    assertThat(metrics.value(EngineMetric.PROMPT_TOKENS)).hasValue(3);
    assertThat(reading(metrics, EngineMetric.RUNNING))
        .isEqualTo(new MetricReading("sglang:num_running_reqs", new TreeMap<>(Map.of("", 2.0))));
  }

  @Test
  void prefersTheNewNameWhereAPageHasBoth() {
    EngineReadings metrics =
        Exports.read("vllm:gpu_cache_usage_perc .5\nvllm:kv_cache_usage_perc .25\n", null);
    assertThat(metrics.value(EngineMetric.KV_CACHE_USAGE)).hasValue(.25);
  }

  @Test
  void tellsEnginesAndGpusApart() {
    EngineReadings engines = Exports.read(Exports.page("vllm-v1-2025"), "big");
    assertThat(reading(engines, EngineMetric.RUNNING).parts())
        .containsExactly(Map.entry("big 0", 30.0), Map.entry("big 1", 10.0));
    EngineReadings gpus = Exports.read(Exports.page("dcgm"), null);
    assertThat(reading(gpus, EngineMetric.GPU_POWER).parts())
        .containsExactly(Map.entry("n1 0", 409.692), Map.entry("n1 1", 51.308));
    assertThat(reading(gpus, EngineMetric.GPU_UTILIZATION).source())
        .isEqualTo("DCGM_FI_PROF_GR_ENGINE_ACTIVE");
    assertThat(reading(gpus, EngineMetric.GPU_MEMORY_TOTAL).source())
        .isEqualTo("DCGM_FI_DEV_FB_USED + DCGM_FI_DEV_FB_FREE + DCGM_FI_DEV_FB_RESERVED");
  }

  @Test
  void countsTheModelThatIsMeantWhereAPageHasSeveral() {
    String page = Exports.page("vllm-v1-2025");
    assertThat(Exports.read(page, "big").value(EngineMetric.RUNNING)).hasValue(40);
    assertThat(Exports.read(page, "big").value(EngineMetric.KV_CACHE_USAGE)).hasValue(.5);
    assertThat(Exports.read(page, "small").value(EngineMetric.RUNNING)).hasValue(5);
    assertThat(Exports.read(page, "an-alias").value(EngineMetric.RUNNING)).hasValue(45);
    assertThat(Exports.read(page, null).value(EngineMetric.RUNNING)).hasValue(45);
    EngineReadings both = Exports.read(page + "DCGM_FI_DEV_GPU_UTIL{gpu=\"0\"} 50\n", "small");
    assertThat(both.value(EngineMetric.GPU_UTILIZATION)).hasValue(.5);
  }

  @Test
  void takesTheBestSourceOfUtilizationAndOnePowerForTheSlicesOfAGpu() {
    EngineReadings sliced =
        Exports.read(
            """
            DCGM_FI_PROF_SM_ACTIVE{gpu="0",GPU_I_ID="1",hostname="n"} 0.5
            DCGM_FI_PROF_SM_ACTIVE{gpu="0",GPU_I_ID="2",hostname="n"} 0.1
            DCGM_FI_PROF_GR_ENGINE_ACTIVE{gpu="0",GPU_I_ID="1",hostname="n"} 0.9
            DCGM_FI_DEV_GPU_UTIL{gpu="0",hostname="n"} 99
            DCGM_FI_DEV_POWER_USAGE{gpu="0",GPU_I_ID="1",hostname="n"} 300
            DCGM_FI_DEV_POWER_USAGE{gpu="0",GPU_I_ID="2",hostname="n"} 300
            """,
            null);
    assertThat(reading(sliced, EngineMetric.GPU_UTILIZATION).parts())
        .containsExactly(Map.entry("n 0 1", .5), Map.entry("n 0 2", .1));
    assertThat(sliced.value(EngineMetric.GPU_POWER)).hasValue(300);
  }

  @Test
  void doesNotTakeTheMemoryInUseForAllThereIs() {
    EngineReadings used = Exports.read("DCGM_FI_DEV_FB_USED{gpu=\"0\"} 60000\n", null);
    assertThat(used.value(EngineMetric.GPU_MEMORY_USED)).isPresent();
    assertThat(used.value(EngineMetric.GPU_MEMORY_TOTAL)).isEmpty();
    EngineReadings free =
        Exports.read("DCGM_FI_DEV_FB_USED 60000\nDCGM_FI_DEV_FB_FREE 20000\n", null);
    assertThat(free.value(EngineMetric.GPU_MEMORY_TOTAL)).hasValue(80_000.0 * (1 << 20));
  }

  @Test
  void holdsWhatDcgmDoesNotKnowForNone() {
    EngineReadings blank =
        Exports.read(
            """
            DCGM_FI_DEV_POWER_USAGE{gpu="0"} 140737488355328
            DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{gpu="0"} 9223372036854775794
            DCGM_FI_DEV_FB_USED{gpu="0"} 2147483632
            DCGM_FI_DEV_GPU_UTIL{gpu="0"} 2147483634
            """,
            null);
    assertThat(blank.readings()).isEmpty();
    EngineReadings old =
        Exports.read("DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{gpu=\"0\"} 4000000000000\n", null);
    assertThat(old.value(EngineMetric.GPU_ENERGY)).hasValue(4e9);
  }

  @Test
  void holdsAValueThatIsNoNumberForNone() {
    EngineReadings metrics =
        Exports.read("vllm:kv_cache_usage_perc NaN\nllamacpp:requests_deferred +Inf\n", null);
    assertThat(metrics.readings()).isEmpty();
    assertThat(metrics.value(EngineMetric.WAITING)).isEmpty();
  }

  @Test
  void knowsWhenTheServerBeganAndWhatItCouldNotRead() {
    EngineReadings metrics = Exports.read(Exports.page("vllm-0.32.0"), "tiny");
    assertThat(metrics.startedSeconds()).isEqualTo(1.7952279126e9);
    assertThat(metrics.unreadableLines()).isZero();
    assertThat(Exports.read("a 1\n<b>\n", null).unreadableLines()).isEqualTo(1);
    assertThat(Exports.read("a 1\n", null).startedSeconds()).isNaN();
  }

  @Test
  void refusesAReadingWithoutANumber() {
    assertThatThrownBy(() -> new MetricReading("x", new TreeMap<>()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new MetricReading("x", new TreeMap<>(Map.of("", Double.NaN))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void hasOneKeyForEachSign() {
    List<String> keys =
        Arrays.stream(EngineMetric.values()).map(metric -> metric.names().key()).toList();
    assertThat(Set.copyOf(keys)).hasSize(keys.size());
    assertThat(keys).allMatch(key -> key.matches("[a-z_]+"));
  }
}
