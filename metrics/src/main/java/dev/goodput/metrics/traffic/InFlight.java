package dev.goodput.metrics.traffic;

/// Requests in flight at one upstream, as the gateway sees them.
///
/// @param upstream its configured name; `""` if none has been chosen yet
/// @param requests requests between their start and their end
/// @param awaiting those without a first token: the observable queue
/// @param streaming those that are streaming: with a first token, but without an end event
public record InFlight(String upstream, int requests, int awaiting, int streaming) {}
