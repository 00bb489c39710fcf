package dev.goodput.runner.target;

import dev.goodput.load.Cancellation;
import dev.goodput.load.Retry;
import dev.goodput.wire.client.Timeouts;
import org.jspecify.annotations.Nullable;

/// How requests are sent.
///
/// @param ignoreEos whether exactly the requested number of tokens is generated
/// @param temperature the sampling temperature; null for the server's
/// @param extraBody a JSON object whose fields are added to each body; null for none
/// @param drainNanos how long open requests may end after an interruption; 0 for no limit
public record RequestSettings(
    boolean ignoreEos,
    @Nullable Double temperature,
    @Nullable String extraBody,
    Retry retry,
    Cancellation cancellation,
    Timeouts timeouts,
    long drainNanos) {}
