package dev.goodput.metrics.result;

import org.jspecify.annotations.Nullable;

/// Throughput and concurrency of the server; absent if their time span is empty. For a level whose
/// log ends before the level did, only rates from its responses are known: `rps` and
/// `outputTpsPerUser`.
///
/// @param rps `ok` requests per second
/// @param inputTps prompt tokens of `ok` requests per second
/// @param outputTps output tokens of `ok` requests per second
/// @param totalTps both
/// @param deliveredOutputTps output tokens of all exchanges per second
/// @param outputTpsPerUser mean over requests of output speed, tokens/s
/// @param concurrencyMean requests between start and ended, time-weighted mean
/// @param concurrencyPeak most at once
/// @param atServerMean behind a cap, the mean number of requests that had left the client's queue,
///   from dispatched to ended; absent without a cap
/// @param atServerPeak most of those at once
public record Rates(
    @Nullable Double rps,
    @Nullable Double inputTps,
    @Nullable Double outputTps,
    @Nullable Double totalTps,
    @Nullable Double deliveredOutputTps,
    @Nullable Double outputTpsPerUser,
    @Nullable Double concurrencyMean,
    @Nullable Long concurrencyPeak,
    @Nullable Double atServerMean,
    @Nullable Long atServerPeak) {}
