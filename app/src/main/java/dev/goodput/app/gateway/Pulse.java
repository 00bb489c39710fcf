package dev.goodput.app.gateway;

import dev.goodput.metrics.distribution.Distribution;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the block in the terminal tells of the traffic: counts since the start, the rest of the
/// last minute; null where there is nothing to tell.
///
/// @param requests that ended
/// @param inFlight that are under way
/// @param failed of those that ended
/// @param left whose client left before the end
/// @param ttft time to first token, milliseconds
/// @param itl inter-token latency, milliseconds
/// @param outputTps output tokens per second
/// @param goodShare of the requests that an SLO judges
/// @param troubles what is lost or does not work, a sentence each
record Pulse(
    long requests,
    int inFlight,
    long failed,
    long left,
    @Nullable Distribution ttft,
    @Nullable Distribution itl,
    @Nullable Double outputTps,
    @Nullable Double goodShare,
    List<String> troubles) {}
