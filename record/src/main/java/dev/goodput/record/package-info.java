/// What happened to one request, and how it is stored.
///
/// [RequestRecord] is immutable, self-contained and the only object that crosses from sending to
/// analysis. Stamps are nanoseconds of one monotonic clock, counted from the run's start; nothing
/// here reads a clock. A run directory contains an append-only, checksummed log of [LogEntry]s from
/// which every figure can be recomputed.
///
/// Owns no dependency: this package also runs inside stream-processing tasks (release 21).
/// Threading: values are immutable; builders, writers and readers belong to one thread each.
@NullMarked
package dev.goodput.record;

import org.jspecify.annotations.NullMarked;
