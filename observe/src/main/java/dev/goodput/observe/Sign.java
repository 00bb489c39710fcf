package dev.goodput.observe;

/// One thing that an engine or its GPUs tell of themselves, in the field's own words and one unit,
/// whatever a server calls it.
public enum Sign {
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
  /// Requests that lost their place in the running batch.
  PREEMPTIONS("preemptions", Kind.COUNTER, Whole.SUM),
  /// Generated tokens that were thrown away with their request's place in the batch, and computed
  /// again.
  RECOMPUTED_TOKENS("recomputed_tokens", Kind.COUNTER, Whole.SUM),
  /// Prompt tokens taken in.
  PROMPT_TOKENS("prompt_tokens", Kind.COUNTER, Whole.SUM),
  /// Tokens generated.
  GENERATION_TOKENS("generation_tokens", Kind.COUNTER, Whole.SUM),
  /// Requests that the engine counts as finished; engines differ in whether those that a client
  /// left are among them.
  REQUESTS_FINISHED("requests_finished", Kind.COUNTER, Whole.SUM),
  /// Share of the time in which a GPU was at work, 0 to 1; what counts as work is told by the
  /// reading's source.
  GPU_UTILIZATION("gpu_utilization", Kind.GAUGE, Whole.MEAN),
  /// GPU memory in use, bytes.
  GPU_MEMORY_USED("gpu_memory_used_bytes", Kind.GAUGE, Whole.SUM),
  /// GPU memory there is, bytes.
  GPU_MEMORY_TOTAL("gpu_memory_total_bytes", Kind.GAUGE, Whole.SUM),
  /// Electric power, watts.
  GPU_POWER("gpu_power_watts", Kind.GAUGE, Whole.SUM),
  /// Electric energy, joules.
  GPU_ENERGY("gpu_energy_joules", Kind.COUNTER, Whole.SUM);

  /// How a value moves.
  public enum Kind {
    /// Up and down.
    GAUGE,
    /// Only up, from zero again after a restart.
    COUNTER
  }

  private enum Whole {
    SUM,
    MEAN
  }

  private final String key;
  private final Kind kind;
  private final Whole whole;

  Sign(String key, Kind kind, Whole whole) {
    this.key = key;
    this.kind = kind;
    this.whole = whole;
  }

  /// The word that programs read, with the unit where it is none of a count or a share.
  public String key() {
    return key;
  }

  /// How its value moves.
  public Kind kind() {
    return kind;
  }

  /// Whether it counts from zero when the server's process begins anew: energy is counted by the
  /// device, whoever reads it.
  boolean ofProcess() {
    return this != GPU_ENERGY;
  }

  /// Whether a page may give a value again and again that it asked the device for some time ago,
  /// and it moves meanwhile.
  boolean renewed() {
    return this == GPU_UTILIZATION || this == GPU_POWER || this == GPU_ENERGY;
  }

  /// Whether the value of all parts together is their mean.
  boolean averaged() {
    return whole == Whole.MEAN;
  }

  /// The value of all parts together: shares as their mean, all else as their sum.
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
