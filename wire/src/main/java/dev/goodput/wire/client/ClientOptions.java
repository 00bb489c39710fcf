package dev.goodput.wire.client;

import dev.goodput.wire.NanoClock;

/// The measuring options of a client.
///
/// @param originNanoTime time on `clock` that stamps are relative to
/// @param timeouts time limits of a call
/// @param keepText whether to keep the text of answers
/// @param clock clock of the stamps
public record ClientOptions(
    long originNanoTime, Timeouts timeouts, boolean keepText, NanoClock clock) {}
