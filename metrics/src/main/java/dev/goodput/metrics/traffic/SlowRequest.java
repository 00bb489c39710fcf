package dev.goodput.metrics.traffic;

import dev.goodput.record.RequestRecord;

/// A request with a long wait: for the first token and, at the plan's reading speed, in stalls
/// after it. For a request that did not stream or had no token, the wait is its whole duration.
///
/// @param request the record with its timestamps and chunk times
/// @param waitedMs the wait
/// @param good whether it met its SLO; false if none judges it
public record SlowRequest(RequestRecord request, double waitedMs, boolean good) {}
