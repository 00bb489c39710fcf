package dev.goodput.metrics.server;

import org.jspecify.annotations.Nullable;

/// The electric energy of an upstream's devices up to a moment.
///
/// @param upstream the upstream's configured name
/// @param joules energy since the first readings, over the time in which it is known
/// @param knownSeconds that time; of several devices, the shortest
/// @param unknownSeconds time without usable readings that is over; of several devices, the longest
/// @param watts present power of all devices; null while it is unknown for one of them
/// @param devices number of devices
public record PowerFigures(
    String upstream,
    double joules,
    double knownSeconds,
    double unknownSeconds,
    @Nullable Double watts,
    int devices) {}
