package dev.goodput.workload;

/// The size of a workload before it starts over.
///
/// @param requests number of requests; every turn of a session is one
/// @param spanNanos time from the first recorded time to the last, 0 without times
/// @param written whether prompts are sent as recorded, and therefore the same again in each round;
///   otherwise text is generated anew
public record WorkloadSize(long requests, long spanNanos, boolean written) {}
