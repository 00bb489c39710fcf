package dev.goodput.observe;

/// A metric that engines or their GPUs report about themselves, under one name and in one unit,
/// whatever a server calls it.
public enum EngineMetric {
  /// Requests in the running batch.
  RUNNING("running", Kind.GAUGE, Whole.SUM),
  /// Requests in the queue.
  WAITING("waiting", Kind.GAUGE, Whole.SUM),
  /// Share of the KV cache in use, 0 to 1.
  KV_CACHE_USAGE("kv_cache_usage", Kind.GAUGE, Whole.MEAN),
  /// Prompt tokens looked for in the prefix cache.
  PREFIX_CACHE_QUERIES("prefix_cache_queries", Kind.COUNTER, Whole.SUM),
  /// Prompt tokens found in the prefix cache.
  PREFIX_CACHE_HITS("prefix_cache_hits", Kind.COUNTER, Whole.SUM),
  /// Requests that were evicted from the running batch.
  PREEMPTIONS("preemptions", Kind.COUNTER, Whole.SUM),
  /// Generated tokens that were discarded when their request was evicted from the batch, and
  /// computed again.
  RECOMPUTED_TOKENS("recomputed_tokens", Kind.COUNTER, Whole.SUM),
  /// Prompt tokens processed.
  PROMPT_TOKENS("prompt_tokens", Kind.COUNTER, Whole.SUM),
  /// Tokens generated.
  GENERATION_TOKENS("generation_tokens", Kind.COUNTER, Whole.SUM),
  /// Requests that the engine counts as finished. Engines differ in whether they include requests
  /// that a client abandoned.
  REQUESTS_FINISHED("requests_finished", Kind.COUNTER, Whole.SUM),
  /// Share of time in which a GPU was busy, 0 to 1; the reading's source defines what counts as
  /// busy.
  GPU_UTILIZATION("gpu_utilization", Kind.GAUGE, Whole.MEAN),
  /// GPU memory in use, bytes.
  GPU_MEMORY_USED("gpu_memory_used_bytes", Kind.GAUGE, Whole.SUM),
  /// Total GPU memory, bytes.
  GPU_MEMORY_TOTAL("gpu_memory_total_bytes", Kind.GAUGE, Whole.SUM),
  /// Electric power, watts.
  GPU_POWER("gpu_power_watts", Kind.GAUGE, Whole.SUM),
  /// Electric energy, joules.
  GPU_ENERGY("gpu_energy_joules", Kind.COUNTER, Whole.SUM);

  /// The kind of a metric's values.
  public enum Kind {
    /// Up and down.
    GAUGE,
    /// Only up; starts from zero after a restart.
    COUNTER
  }

  private enum Whole {
    SUM,
    MEAN
  }

  private final String key;
  private final Kind kind;
  private final Whole whole;

  EngineMetric(String key, Kind kind, Whole whole) {
    this.key = key;
    this.kind = kind;
    this.whole = whole;
  }

  /// Returns the key that files and programs use, with the unit unless it is a count or a share.
  public String key() {
    return key;
  }

  /// Whether the metric is a gauge or a counter.
  public Kind kind() {
    return kind;
  }

  /// Returns whether it counts from zero when the server's process restarts. The GPU counts energy
  /// itself, whichever process reads it.
  boolean resetsOnRestart() {
    return this != GPU_ENERGY;
  }

  /// Returns whether a page may repeat a value that the exporter read from the device some time
  /// ago, while the real value moves.
  boolean cachedByExporter() {
    return this == GPU_UTILIZATION || this == GPU_POWER || this == GPU_ENERGY;
  }

  /// Returns whether the parts are averaged rather than added.
  boolean averaged() {
    return whole == Whole.MEAN;
  }

  /// Combines all parts: shares by their mean, everything else by their sum.
  ///
  /// @param parts at least one
  double whole(Iterable<Double> parts) {
    double sum = 0;
    int count = 0;
    for (double part : parts) {
      sum += part;
      count++;
    }
    return whole == Whole.SUM ? sum : sum / count;
  }
}
