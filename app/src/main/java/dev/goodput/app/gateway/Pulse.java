package dev.goodput.app.gateway;

import org.jspecify.annotations.Nullable;

/// What the block in the terminal tells of the traffic: counts since the start, the rest of the
/// last minute; null where there is nothing to tell.
///
/// @param requests that ended
/// @param inFlight that are under way
/// @param failed of those that ended
/// @param left whose client left before the end
/// @param ttftP50Millis time to first token
/// @param ttftP95Millis of 95 % at most
/// @param itlP50Millis inter-token latency
/// @param itlP95Millis of 95 % at most
/// @param outputTps output tokens per second
/// @param goodShare of the requests that an SLO judges
/// @param trouble a sentence of what is lost or does not work; empty where all is well
record Pulse(
    long requests,
    int inFlight,
    long failed,
    long left,
    @Nullable Double ttftP50Millis,
    @Nullable Double ttftP95Millis,
    @Nullable Double itlP50Millis,
    @Nullable Double itlP95Millis,
    @Nullable Double outputTps,
    @Nullable Double goodShare,
    String trouble) {}
