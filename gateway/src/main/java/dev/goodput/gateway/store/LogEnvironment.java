package dev.goodput.gateway.store;

import dev.goodput.wire.NanoClock;
import java.time.InstantSource;
import java.util.function.Consumer;

/// What the log on disk needs from the gateway.
///
/// @param clock the clock of the records' stamps, whose 0 is the gateway's start
/// @param wall the clock that dates directories
/// @param health the gateway's health
/// @param print receives messages for the operator, one line each
public record LogEnvironment(
    NanoClock clock, InstantSource wall, GatewayHealth health, Consumer<String> print) {}
