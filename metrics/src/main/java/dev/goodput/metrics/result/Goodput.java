package dev.goodput.metrics.result;

import org.jspecify.annotations.Nullable;

/// The `goodput` part.
///
/// @param requestRps good requests per second
/// @param tokenTps output tokens per second that arrived in the window and belong to good requests,
///   whenever these started; at most output TPS
/// @param attainment good ÷ intended arrivals
/// @param scaledTps delivered output TPS × attainment
/// @param percentileTps delivered output TPS if every percentile bound holds, else 0; absent if the
///   SLO has no percentile bound, or no request is in the classes that have one
/// @param usefulWorkRatio tokens of good requests ÷ (tokens received by requests that an SLO judges
///   + `recomputedTokens`)
/// @param smoothTps on-time tokens that arrived in the window per second, absent without thresholds
///   on TTFT and TPOT, and if no request is in the classes that have them
/// @param fluidity on-time tokens ÷ tokens of the sample, absent like `smoothTps` and where there
///   were none
/// @param good how many requests were good
/// @param goodTokens their output tokens
/// @param recomputedTokens output tokens that the engine discarded and computed again in the
///   window, by its own count; absent if it has no count
public record Goodput(
    @Nullable Double requestRps,
    @Nullable Double tokenTps,
    @Nullable Double attainment,
    @Nullable Double scaledTps,
    @Nullable Double percentileTps,
    @Nullable Double usefulWorkRatio,
    @Nullable Double smoothTps,
    @Nullable Double fluidity,
    long good,
    long goodTokens,
    @Nullable Long recomputedTokens) {
  /// Returns the same with the tokens that the engine recomputed.
  public Goodput recomputing(long tokens) {
    Double ratio = usefulWorkRatio;
    Double useful =
        ratio == null || ratio == 0 || tokens == 0
            ? ratio
            : Double.valueOf(goodTokens / (goodTokens / ratio + tokens));
    return new Goodput(
        requestRps,
        tokenTps,
        attainment,
        scaledTps,
        percentileTps,
        useful,
        smoothTps,
        fluidity,
        good,
        goodTokens,
        tokens);
  }
}
