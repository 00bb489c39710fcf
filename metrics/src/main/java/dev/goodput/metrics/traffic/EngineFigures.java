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
/// @param restarts how often a server of theirs began anew since its page is looked at; never falls
/// @param gpuUtilization share of the GPUs that is busy, 0 to 1
/// @param gpuMemoryUsedBytes GPU memory in use
/// @param gpuPowerWatts electric power of the GPUs
/// @param kvCacheUsage share of the KV cache in use, 0 to 1
/// @param running requests that run
/// @param waiting requests that wait
/// @param counts what they have counted
public record EngineFigures(
    long atNanos,
    String upstream,
    String engine,
    int kvPages,
    int restarts,
    @Nullable Double gpuUtilization,
    @Nullable Double gpuMemoryUsedBytes,
    @Nullable Double gpuPowerWatts,
    @Nullable Double kvCacheUsage,
    @Nullable Double running,
    @Nullable Double waiting,
    EngineCounts counts) {
  /// The same with other counts.
  EngineFigures counting(EngineCounts other) {
    return new EngineFigures(
        atNanos,
        upstream,
        engine,
        kvPages,
        restarts,
        gpuUtilization,
        gpuMemoryUsedBytes,
        gpuPowerWatts,
        kvCacheUsage,
        running,
        waiting,
        other);
  }
}
