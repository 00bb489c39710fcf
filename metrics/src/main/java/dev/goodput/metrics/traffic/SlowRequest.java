package dev.goodput.metrics.traffic;

import dev.goodput.record.RequestRecord;

/// A request that made its user wait long: for the first token and, at the plan's pace, in stalls
/// after it; one that was not streamed, or had no token, from its start to its end.
///
/// @param request with its stamps and chunk times
/// @param waitedMs how long
/// @param good whether it kept its SLO; false where none judges
public record SlowRequest(RequestRecord request, double waitedMs, boolean good) {}
