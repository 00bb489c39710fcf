package dev.goodput.metrics.result;

import dev.goodput.metrics.distribution.Distribution;
import org.jspecify.annotations.Nullable;

/// A twin of the user's latencies from a later stamp.
///
/// @param ttftMs time to first token
/// @param e2elMs end-to-end latency
public record Twin(@Nullable Distribution ttftMs, @Nullable Distribution e2elMs) {}
