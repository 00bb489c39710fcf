package dev.goodput.metrics.traffic;

import org.jspecify.annotations.Nullable;

/// What is known of an upstream's engines and GPUs at a moment, by their own words; absent where
/// they do not say, or have not said so lately.
///
/// @param atNanos the moment
/// @param upstream whose
/// @param engine what the engines are called by the names of their metrics (`vllm`, `sglang`, …),
///   empty where these do not tell
/// @param kvPages how many pages of theirs the KV cache's use is of
/// @param gpuUtilization share of the GPUs that is busy, 0 to 1
/// @param kvCacheUsage share of the KV cache in use, 0 to 1
/// @param running requests that run
/// @param waiting requests that wait
/// @param preemptions how many requests were put back since anybody looked; where it falls, less of
///   the upstream is looked at than before
/// @param recomputedTokens how many output tokens were thrown away and computed again, likewise
public record EngineFigures(
    long atNanos,
    String upstream,
    String engine,
    int kvPages,
    @Nullable Double gpuUtilization,
    @Nullable Double kvCacheUsage,
    @Nullable Double running,
    @Nullable Double waiting,
    @Nullable Double preemptions,
    @Nullable Double recomputedTokens) {
  /// The same with other counts.
  EngineFigures counting(@Nullable Double preempted, @Nullable Double recomputed) {
    return new EngineFigures(
        atNanos,
        upstream,
        engine,
        kvPages,
        gpuUtilization,
        kvCacheUsage,
        running,
        waiting,
        preempted,
        recomputed);
  }
}
