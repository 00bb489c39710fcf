package dev.goodput.load;

/// Where a running level stands.
///
/// @param elapsedNanos since the level began
/// @param taken requests taken up
/// @param inFlight requests between start and end, those behind a cap too
/// @param waiting of those, behind the cap on requests in flight
/// @param contentEvents content events read so far
/// @param scheduleLagNanos the largest since the last snapshot
/// @param loopLagNanos the largest of the last second
/// @param cpuShare of the cores this process may use, over the last second; NaN in the first
/// @param draining whether the level was interrupted and follows what is in flight to its end
/// @param drainEndNanos when it will leave what is still in flight then, since the level began; -1
///   for never
public record LoadSnapshot(
    long elapsedNanos,
    long taken,
    int inFlight,
    int waiting,
    long contentEvents,
    long scheduleLagNanos,
    long loopLagNanos,
    double cpuShare,
    boolean draining,
    long drainEndNanos) {}
