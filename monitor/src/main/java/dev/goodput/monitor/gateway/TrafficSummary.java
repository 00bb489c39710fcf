package dev.goodput.monitor.gateway;

import dev.goodput.metrics.distribution.Distribution;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A summary of the traffic for the terminal block. Counts cover the time since the start,
/// everything else the last minute. A null value is not available.
///
/// @param requests the requests that have ended
/// @param inFlight the requests in flight
/// @param failed the failed requests among those that have ended
/// @param left the requests whose client disconnected before the end
/// @param ttft time to first token, in milliseconds
/// @param itl inter-token latency, in milliseconds
/// @param outputTps output tokens per second
/// @param goodShare the good share of the requests that an SLO judges
/// @param problems what is lost or does not work, one sentence each
record TrafficSummary(
    long requests,
    int inFlight,
    long failed,
    long left,
    @Nullable Distribution ttft,
    @Nullable Distribution itl,
    @Nullable Double outputTps,
    @Nullable Double goodShare,
    List<String> problems) {}
