package dev.goodput.metrics.traffic;

/// Requests at one upstream, as the gateway sees them.
///
/// @param upstream by its configured name; `""` where none was chosen yet
/// @param requests between their start and their end
/// @param awaiting those of them without a first token: the queue as it is seen
/// @param streaming those of them whose stream is under way: with a first token, and without its
///   end event
public record InFlight(String upstream, int requests, int awaiting, int streaming) {}
