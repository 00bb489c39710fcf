package dev.goodput.metrics.traffic;

import org.jspecify.annotations.Nullable;

/// What is known of an upstream's engines and GPUs at a moment, by their own words; absent where
/// they do not say, or have not said so lately.
///
/// @param atNanos the moment
/// @param upstream whose
/// @param gpuUtilization share of the GPUs that is busy, 0 to 1
/// @param kvCacheUsage share of the KV cache in use, 0 to 1
/// @param running requests that run
/// @param waiting requests that wait
/// @param preemptions how many requests were put back since anybody looked; where it falls, less of
///   the upstream is looked at than before
public record EngineFigures(
    long atNanos,
    String upstream,
    @Nullable Double gpuUtilization,
    @Nullable Double kvCacheUsage,
    @Nullable Double running,
    @Nullable Double waiting,
    @Nullable Double preemptions) {
  /// The same with another count of preemptions.
  EngineFigures withPreemptions(@Nullable Double count) {
    return new EngineFigures(
        atNanos, upstream, gpuUtilization, kvCacheUsage, running, waiting, count);
  }
}
