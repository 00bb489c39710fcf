package dev.goodput.metrics.traffic;

import org.jspecify.annotations.Nullable;

/// The electric energy of an upstream's devices.
///
/// @param upstream the upstream's configured name
/// @param joules energy since the meter started, over the time in which it is known
/// @param unattributedJoules the part of it that belongs to no request: that of minutes in which no
///   output token arrived
/// @param unknownSeconds time since the meter started in which the power of a device was unknown
/// @param watts present power; null if unknown
/// @param meanWatts mean power of the last five minutes; null if less than 90 % of them are known
/// @param knownShare share of the last five minutes in which the power is known
/// @param devices number of devices
public record UpstreamEnergy(
    String upstream,
    double joules,
    double unattributedJoules,
    double unknownSeconds,
    @Nullable Double watts,
    @Nullable Double meanWatts,
    double knownShare,
    int devices) {}
