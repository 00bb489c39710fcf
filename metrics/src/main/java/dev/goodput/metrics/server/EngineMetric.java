package dev.goodput.metrics.server;

/// A metric that engines or their GPUs report about themselves, under one name and in one unit,
/// whatever a server calls it.
///
/// This is the only list: stored scrapes, documents, live trends and exports loop over it, and show
/// a metric under the name that it has there. `observe.MetricNames` lists where pages have it.
@SuppressWarnings("ImmutableEnumChecker") // the names are a record of strings
public enum EngineMetric {
  /// Requests in the running batch.
  RUNNING(
      Kind.GAUGE,
      MetricUnit.REQUESTS,
      "Running requests",
      new Names("running", "requests_running", "running", "running", "running")),
  /// Requests in the queue.
  WAITING(
      Kind.GAUGE,
      MetricUnit.REQUESTS,
      "Requests in the engine's queue",
      new Names("waiting", "requests_waiting", "waiting", "waiting", "waiting")),
  /// Share of the KV cache in use, 0 to 1.
  KV_CACHE_USAGE(
      Kind.GAUGE,
      MetricUnit.RATIO,
      "Share of the KV cache in use",
      new Names(
          "kv_cache_usage",
          "kv_cache_used_share",
          "kv_cache_share",
          "kv_cache_share",
          "kv_cache_usage")),
  /// Prompt tokens looked for in the prefix cache.
  PREFIX_CACHE_QUERIES(
      Kind.COUNTER,
      MetricUnit.TOKENS,
      "Prompt tokens looked up in the prefix cache",
      new Names("prefix_cache_queries", "", "", "", "prefix_cache_looked_up")),
  /// Prompt tokens found in the prefix cache.
  PREFIX_CACHE_HITS(
      Kind.COUNTER,
      MetricUnit.TOKENS,
      "Prompt tokens found in the prefix cache",
      new Names("prefix_cache_hits", "", "", "", "prefix_cache_hit")),
  /// Requests that were evicted from the running batch.
  PREEMPTIONS(
      Kind.COUNTER,
      MetricUnit.NONE,
      "Preempted requests",
      new Names("preemptions", "preemptions", "preemptions", "preemptions_per_s", "preemptions")),
  /// Generated tokens that were discarded when their request was evicted from the batch, and
  /// computed again.
  RECOMPUTED_TOKENS(
      Kind.COUNTER,
      MetricUnit.TOKENS,
      "Output tokens that were discarded and computed again",
      new Names("recomputed_tokens", "recomputed_tokens", "recomputed_tokens", "", "recomputed")),
  /// Prompt tokens processed.
  PROMPT_TOKENS(
      Kind.COUNTER,
      MetricUnit.TOKENS,
      "Prompt tokens processed",
      new Names("prompt_tokens", "", "", "", "")),
  /// Tokens generated.
  GENERATION_TOKENS(
      Kind.COUNTER,
      MetricUnit.TOKENS,
      "Generated tokens, for all clients",
      new Names("generation_tokens", "", "", "generation_tps", "generated")),
  /// Requests that the engine counts as finished. Engines differ in whether they include requests
  /// that a client abandoned.
  REQUESTS_FINISHED(
      Kind.COUNTER,
      MetricUnit.REQUESTS,
      "Finished requests",
      new Names("requests_finished", "", "", "", "")),
  /// Share of time in which a GPU was busy, 0 to 1; the reading's source defines what counts as
  /// busy.
  GPU_UTILIZATION(
      Kind.GAUGE,
      MetricUnit.RATIO,
      "Share of time that the GPU is busy",
      new Names(
          "gpu_utilization", "gpu_utilization_share", "gpu_share", "gpu_share", "gpu_utilization")),
  /// GPU memory in use, bytes.
  GPU_MEMORY_USED(
      Kind.GAUGE,
      MetricUnit.BYTES,
      "GPU memory in use, summed over GPUs",
      new Names(
          "gpu_memory_used_bytes",
          "gpu_memory_used_bytes",
          "gpu_memory_used_bytes",
          "",
          "gpu_memory_used")),
  /// Total GPU memory, bytes.
  GPU_MEMORY_TOTAL(
      Kind.GAUGE,
      MetricUnit.BYTES,
      "Total GPU memory",
      new Names("gpu_memory_total_bytes", "gpu_memory_total_bytes", "gpu_memory_bytes", "", "")),
  /// Electric power, watts.
  GPU_POWER(
      Kind.GAUGE,
      MetricUnit.WATTS,
      "Electric power of the GPUs, summed",
      new Names("gpu_power_watts", "gpu_power_w", "gpu_power_w", "gpu_power_w", "gpu_power")),
  /// Electric energy, joules.
  GPU_ENERGY(
      Kind.COUNTER,
      MetricUnit.JOULES,
      "Electric energy of the GPUs",
      new Names("gpu_energy_joules", "gpu_energy_j", "", "", "")),
  /// Electric energy of processors and their memory (RAPL), joules.
  CPU_ENERGY(
      Kind.COUNTER,
      MetricUnit.JOULES,
      "Electric energy of processors and their memory",
      new Names("cpu_energy_joules", "", "", "", "")),
  /// Electric power from a file of a meter, watts.
  METER_POWER(
      Kind.GAUGE,
      MetricUnit.WATTS,
      "Electric power that a meter read",
      new Names("meter_power_watts", "", "", "", ""));

  /// The kind of a metric's values.
  public enum Kind {
    /// Up and down.
    GAUGE,
    /// Only up; starts from zero after a restart.
    COUNTER
  }

  /// The names of a metric in outputs; empty in an output that does not have it.
  ///
  /// @param key in the file of scrapes, with the unit unless it is a count or a share
  /// @param document in the levels of `result.json`
  /// @param live among a page's values in `live.json`
  /// @param trend among the columns over time in `live.json`; of a counter its growth per second
  /// @param export on the gateway's page of metrics, without prefix and unit
  public record Names(String key, String document, String live, String trend, String export) {}

  private final Kind kind;
  private final MetricUnit unit;
  private final String help;
  private final Names names;

  EngineMetric(Kind kind, MetricUnit unit, String help, Names names) {
    this.kind = kind;
    this.unit = unit;
    this.help = help;
    this.names = names;
  }

  /// Whether the metric is a gauge or a counter.
  public Kind kind() {
    return kind;
  }

  /// Returns the unit of its values.
  public MetricUnit unit() {
    return unit;
  }

  /// Returns what it counts or measures, as a phrase for help texts.
  public String help() {
    return help;
  }

  /// Returns what outputs call it.
  public Names names() {
    return names;
  }

  /// Returns whether it counts from zero when the server's process restarts. A device counts energy
  /// itself, whichever process reads it.
  public boolean resetsOnRestart() {
    return unit != MetricUnit.JOULES;
  }

  /// Returns whether a page may repeat a value that the exporter read from the device some time
  /// ago, while the real value moves.
  public boolean cachedByExporter() {
    return this == GPU_UTILIZATION || this == GPU_POWER || this == GPU_ENERGY;
  }

  /// Returns whether the parts are averaged rather than added: they are shares.
  public boolean averaged() {
    return unit == MetricUnit.RATIO;
  }

  /// Combines all parts: shares by their mean, everything else by their sum.
  ///
  /// @param parts at least one
  public double whole(Iterable<Double> parts) {
    double sum = 0;
    int count = 0;
    for (double part : parts) {
      sum += part;
      count++;
    }
    return averaged() ? sum / count : sum;
  }
}
