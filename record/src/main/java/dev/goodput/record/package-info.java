/// What happened to one request, and how it is kept.
///
/// [RequestRecord] is immutable, self-contained and the only thing that crosses from asking to
/// meaning. Stamps are nanoseconds of one monotonic clock, counted from the moment the run began;
/// nothing here reads a clock. A run directory holds an append-only, checksummed log of [LogEntry]s
/// from which every figure can be computed again.
///
/// Owns no dependency: this package also runs inside stream-processing tasks (release 21).
/// Threading: values are immutable; builders, writers and readers belong to one thread each.
@NullMarked
package dev.goodput.record;

import org.jspecify.annotations.NullMarked;
