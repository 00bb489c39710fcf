package dev.goodput.load;

/// The progress of a running level.
///
/// @param elapsedNanos time since the level began
/// @param taken requests taken up
/// @param inFlight requests between start and end, including those behind a cap
/// @param waiting requests in flight that wait behind the cap
/// @param contentEvents content events read so far
/// @param scheduleLagNanos the largest schedule lag since the last snapshot
/// @param loopLagNanos the largest loop lag of the last second
/// @param cpuShare share of the cores this process may use, over the last second; NaN in the first
/// @param draining whether the level was interrupted and waits for the requests in flight
/// @param drainEndNanos when requests still in flight will be abandoned, since the level began; -1
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
