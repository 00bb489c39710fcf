package dev.goodput.metrics.traffic;

import org.jspecify.annotations.Nullable;

/// A second or a minute of all traffic: what ended in it.
///
/// @param atNanos when it begins
/// @param seconds how long it is
/// @param ok finished answers
/// @param failed failures
/// @param cancelled those whose client left
/// @param judged requests in the denominators of SLOs
/// @param good requests that kept their SLO
/// @param inputTokens prompt tokens of `ok` requests
/// @param outputTokens output tokens, all outcomes
/// @param goodTokens output tokens of good requests
/// @param wastedTokens output tokens in the ledger of waste
/// @param inFlight requests in flight when it was last looked; so are the next
/// @param awaiting those without a first token
/// @param ttftP50Ms median TTFT, absent without any; so are the next
/// @param ttftP95Ms 95th percentile, the maximum below 20 values
/// @param ttftP99Ms 99th percentile, the maximum below 100 values
/// @param tpotP50Ms median TPOT
/// @param tpotP95Ms 95th percentile, the maximum below 20 values
public record TrendPoint(
    long atNanos,
    double seconds,
    long ok,
    long failed,
    long cancelled,
    long judged,
    long good,
    long inputTokens,
    long outputTokens,
    long goodTokens,
    long wastedTokens,
    int inFlight,
    int awaiting,
    @Nullable Double ttftP50Ms,
    @Nullable Double ttftP95Ms,
    @Nullable Double ttftP99Ms,
    @Nullable Double tpotP50Ms,
    @Nullable Double tpotP95Ms) {}
