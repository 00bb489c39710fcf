package dev.goodput.metrics.traffic;

import org.jspecify.annotations.Nullable;

/// What an engine and its GPU say of themselves at a moment; absent where they do not say.
///
/// @param atNanos when it was read
/// @param upstream whose
/// @param gpuUtilization share of the GPU that is busy, 0 to 1
/// @param kvCacheUsage share of the KV cache in use, 0 to 1
/// @param running requests that run
/// @param waiting requests that wait
/// @param preemptions how many requests it put back since it began
public record EngineFigures(
    long atNanos,
    String upstream,
    @Nullable Double gpuUtilization,
    @Nullable Double kvCacheUsage,
    @Nullable Double running,
    @Nullable Double waiting,
    @Nullable Double preemptions) {}
