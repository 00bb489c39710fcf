package dev.goodput.monitor.watch;

/// When to probe a server, and with what requests.
///
/// @param everyNanos the interval between probes
/// @param requests the requests of each probe, sent at once
/// @param inputTokens the length of each prompt
/// @param outputTokens the length of each response
/// @param probes the number of probes, or 0 if only a signal ends the watch
public record ProbeSchedule(
    long everyNanos, int requests, long inputTokens, long outputTokens, long probes) {}
