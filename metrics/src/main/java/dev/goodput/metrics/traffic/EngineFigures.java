package dev.goodput.metrics.traffic;

import org.jspecify.annotations.Nullable;

/// What an upstream's engines and GPUs report about themselves at a moment. A figure is absent if
/// they do not report it, or have not reported it lately.
///
/// @param atNanos the moment
/// @param upstream the upstream's configured name
/// @param engine the engine's name from the names of its metrics (`vllm`, `sglang`, …), empty if
///   they do not identify it
/// @param kvPages number of metrics pages that the KV cache usage comes from
/// @param restarts restarts of its servers since the first scrape; never falls
/// @param gpuUtilization share of time in which the GPUs are busy, 0 to 1
/// @param gpuMemoryUsedBytes GPU memory in use
/// @param gpuPowerWatts electric power of the GPUs
/// @param kvCacheUsage share of the KV cache in use, 0 to 1
/// @param running running requests
/// @param waiting waiting requests
/// @param counts cumulative counts
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
  /// Returns the same figures with other counts.
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
