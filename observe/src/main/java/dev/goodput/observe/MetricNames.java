package dev.goodput.observe;

import static dev.goodput.observe.MetricSource.Series.MAX;
import static dev.goodput.observe.MetricSource.Series.SUM;

import dev.goodput.metrics.server.EngineMetric;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The names that engines and exporters give their metrics. If several rows read the same engine
/// metric, the first one that the page has is used: new names come before old ones.
final class MetricNames {
  /// The start time of the page's process, as Prometheus client libraries name it.
  static final String STARTED = "process_start_time_seconds";

  private static final double MEBIBYTE = 1 << 20;
  private static final double PER_CENT = .01;
  private static final double MILLI = .001;
  private static final double MICRO = 1e-6;

  /// One engine core of a data-parallel vLLM.
  private static final List<String> ENGINE = List.of("model_name", "engine");

  /// One data-parallel rank; ranks of tensor and pipeline parallelism report the same values.
  private static final List<String> RANK = List.of("model_name", "engine_type", "dp_rank");

  /// Counts of one front end for several ranks.
  private static final List<String> FRONT = List.of("model_name", "engine_type");

  private static final List<String> WHOLE = List.of();

  /// The label for the host has had two spellings.
  private static final List<String> GPU = List.of("Hostname", "hostname", "gpu");

  /// MIG slices of a GPU are distinguished if the metric is reported per slice.
  private static final List<String> SLICE = List.of("Hostname", "hostname", "gpu", "GPU_I_ID");

  private static final List<MetricSource> VLLM =
      List.of(
          row(EngineMetric.RUNNING, SUM, ENGINE, "vllm:num_requests_running"),
          row(EngineMetric.WAITING, SUM, ENGINE, "vllm:num_requests_waiting"),
          row(EngineMetric.KV_CACHE_USAGE, MAX, ENGINE, "vllm:kv_cache_usage_perc"),
          row(EngineMetric.KV_CACHE_USAGE, MAX, ENGINE, "vllm:gpu_cache_usage_perc"),
          row(EngineMetric.PREFIX_CACHE_QUERIES, SUM, ENGINE, "vllm:prefix_cache_queries"),
          row(EngineMetric.PREFIX_CACHE_QUERIES, SUM, ENGINE, "vllm:gpu_prefix_cache_queries"),
          row(EngineMetric.PREFIX_CACHE_HITS, SUM, ENGINE, "vllm:prefix_cache_hits"),
          row(EngineMetric.PREFIX_CACHE_HITS, SUM, ENGINE, "vllm:gpu_prefix_cache_hits"),
          row(EngineMetric.PREEMPTIONS, SUM, ENGINE, "vllm:num_preemptions"),
          row(EngineMetric.PROMPT_TOKENS, SUM, ENGINE, "vllm:prompt_tokens"),
          row(EngineMetric.GENERATION_TOKENS, SUM, ENGINE, "vllm:generation_tokens"),
          row(EngineMetric.REQUESTS_FINISHED, SUM, ENGINE, "vllm:request_success"));

  private static final List<MetricSource> SGLANG =
      List.of(
          row(EngineMetric.RUNNING, MAX, RANK, "sglang:num_running_reqs"),
          row(
              EngineMetric.WAITING,
              MAX,
              RANK,
              "sglang:num_queue_reqs",
              "sglang:num_grammar_queue_reqs"),
          row(EngineMetric.KV_CACHE_USAGE, MAX, RANK, "sglang:token_usage"),
          row(EngineMetric.PREFIX_CACHE_QUERIES, SUM, FRONT, "sglang:prompt_tokens"),
          row(EngineMetric.PREFIX_CACHE_HITS, SUM, FRONT, "sglang:cached_tokens"),
          row(EngineMetric.PREEMPTIONS, MAX, RANK, "sglang:num_retracted_requests"),
          row(EngineMetric.RECOMPUTED_TOKENS, MAX, RANK, "sglang:num_retracted_output_tokens"),
          row(EngineMetric.PROMPT_TOKENS, SUM, FRONT, "sglang:prompt_tokens"),
          row(EngineMetric.GENERATION_TOKENS, SUM, FRONT, "sglang:generation_tokens"),
          row(EngineMetric.REQUESTS_FINISHED, SUM, FRONT, "sglang:num_requests"));

  private static final List<MetricSource> LLAMA_CPP =
      List.of(
          row(EngineMetric.RUNNING, SUM, WHOLE, "llamacpp:requests_processing"),
          row(EngineMetric.WAITING, SUM, WHOLE, "llamacpp:requests_deferred"),
          row(EngineMetric.KV_CACHE_USAGE, MAX, WHOLE, "llamacpp:kv_cache_usage_ratio"),
          row(EngineMetric.PROMPT_TOKENS, SUM, WHOLE, "llamacpp:prompt_tokens"),
          row(EngineMetric.GENERATION_TOKENS, SUM, WHOLE, "llamacpp:tokens_predicted"));

  private static final List<MetricSource> TGI =
      List.of(
          row(EngineMetric.RUNNING, SUM, WHOLE, "tgi_batch_current_size"),
          row(EngineMetric.WAITING, SUM, WHOLE, "tgi_queue_size"),
          row(EngineMetric.PROMPT_TOKENS, SUM, WHOLE, "tgi_request_input_length_sum"),
          row(EngineMetric.GENERATION_TOKENS, SUM, WHOLE, "tgi_request_generated_tokens_sum"),
          row(EngineMetric.REQUESTS_FINISHED, SUM, WHOLE, "tgi_request_success"));

  private static final List<MetricSource> DCGM =
      List.of(
          row(EngineMetric.GPU_UTILIZATION, MAX, SLICE, "DCGM_FI_PROF_SM_ACTIVE"),
          row(EngineMetric.GPU_UTILIZATION, MAX, SLICE, "DCGM_FI_PROF_GR_ENGINE_ACTIVE"),
          row(EngineMetric.GPU_UTILIZATION, PER_CENT, MAX, SLICE, "DCGM_FI_DEV_GPU_UTIL"),
          row(EngineMetric.GPU_MEMORY_USED, MEBIBYTE, MAX, SLICE, "DCGM_FI_DEV_FB_USED"),
          new MetricSource(
              EngineMetric.GPU_MEMORY_TOTAL,
              List.of("DCGM_FI_DEV_FB_USED", "DCGM_FI_DEV_FB_FREE", "DCGM_FI_DEV_FB_RESERVED"),
              2,
              MEBIBYTE,
              MAX,
              SLICE),
          row(EngineMetric.GPU_POWER, MAX, GPU, "DCGM_FI_DEV_POWER_USAGE"),
          row(EngineMetric.GPU_ENERGY, MILLI, MAX, GPU, "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION"));

  /// AMD's device-metrics-exporter: which power a GPU has depends on its generation.
  private static final List<String> AMD_GPU = List.of("hostname", "gpu_id");

  private static final List<MetricSource> AMD =
      List.of(
          row(EngineMetric.GPU_UTILIZATION, PER_CENT, MAX, AMD_GPU, "gpu_gfx_activity"),
          row(EngineMetric.GPU_MEMORY_USED, MEBIBYTE, MAX, AMD_GPU, "gpu_used_vram"),
          row(EngineMetric.GPU_MEMORY_TOTAL, MEBIBYTE, MAX, AMD_GPU, "gpu_total_vram"),
          row(EngineMetric.GPU_POWER, MAX, AMD_GPU, "gpu_package_power"),
          row(EngineMetric.GPU_POWER, MAX, AMD_GPU, "gpu_average_package_power"),
          row(EngineMetric.GPU_POWER, MAX, AMD_GPU, "gpu_power_usage"),
          row(EngineMetric.GPU_ENERGY, MICRO, MAX, AMD_GPU, "gpu_energy_consumed"));

  private static final List<String> UUID = List.of("uuid");

  /// nvidia_gpu_exporter. Only its NVML back end has energy.
  private static final List<MetricSource> NVIDIA_SMI =
      List.of(
          row(EngineMetric.GPU_UTILIZATION, MAX, UUID, "nvidia_smi_utilization_gpu_ratio"),
          row(EngineMetric.GPU_MEMORY_USED, MAX, UUID, "nvidia_smi_memory_used_bytes"),
          row(EngineMetric.GPU_MEMORY_TOTAL, MAX, UUID, "nvidia_smi_memory_total_bytes"),
          row(EngineMetric.GPU_POWER, MAX, UUID, "nvidia_smi_power_draw_watts"),
          row(EngineMetric.GPU_ENERGY, MAX, UUID, "nvidia_smi_energy_joules_total"));

  /// RAPL from node_exporter. Cores are a part of the package.
  private static final List<MetricSource> NODE =
      List.of(
          new MetricSource(
              EngineMetric.CPU_ENERGY,
              List.of("node_rapl_package_joules_total", "node_rapl_dram_joules_total"),
              1,
              1,
              MAX,
              List.of("index")));

  /// All rows.
  static final List<MetricSource> ALL =
      Stream.of(VLLM, SGLANG, LLAMA_CPP, TGI, DCGM, AMD, NVIDIA_SMI, NODE)
          .flatMap(List::stream)
          .toList();

  /// Engines by the prefix of their metric names.
  private static final Map<String, String> ENGINES =
      Map.of("vllm:", "vllm", "sglang:", "sglang", "llamacpp:", "llama.cpp", "tgi_", "tgi");

  private static final Set<String> KNOWN =
      Stream.concat(
              Stream.of(STARTED),
              ALL.stream().flatMap(row -> row.names().stream()).map(MetricNames::plain))
          .collect(Collectors.toUnmodifiableSet());

  private MetricNames() {}

  private static MetricSource row(
      EngineMetric metric, MetricSource.Series series, List<String> parts, String... names) {
    return row(metric, 1, series, parts, names);
  }

  private static MetricSource row(
      EngineMetric metric,
      double scale,
      MetricSource.Series series,
      List<String> parts,
      String... names) {
    return new MetricSource(metric, List.of(names), 1, scale, series, parts);
  }

  /// Returns a name that is the same for all spellings of a metric: engines with several processes
  /// use underscores instead of colons, and some versions omit `_total`.
  static String plain(String name) {
    String plain = name.replace(':', '_');
    return plain.endsWith("_total") ? plain.substring(0, plain.length() - 6) : plain;
  }

  /// Returns the common name of the engine that uses this metric name; empty if there is none.
  static String engine(String shown) {
    return ENGINES.entrySet().stream()
        .filter(engine -> shown.startsWith(engine.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("");
  }

  /// Returns whether a page's metric is used.
  static boolean known(String name) {
    return KNOWN.contains(plain(name));
  }
}
