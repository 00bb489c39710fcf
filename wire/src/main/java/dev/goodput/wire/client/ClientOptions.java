package dev.goodput.wire.client;

import dev.goodput.wire.NanoClock;

/// How a client measures.
///
/// @param originNanoTime the moment on `clock` that stamps count from
/// @param timeouts how long to wait
/// @param keepText whether the answers' texts are kept
/// @param clock what stamps are read from
public record ClientOptions(
    long originNanoTime, Timeouts timeouts, boolean keepText, NanoClock clock) {}
