package dev.goodput.gateway.store;

import dev.goodput.wire.NanoClock;
import java.time.InstantSource;
import java.util.function.Consumer;

/// What the log on disk needs of the gateway around it.
///
/// @param clock as of the records' stamps, whose 0 is the gateway's begin
/// @param wall what dates directories
/// @param pulse the gateway's health
/// @param say takes what somebody who runs the gateway must know, in a line each
public record Surroundings(
    NanoClock clock, InstantSource wall, Pulse pulse, Consumer<String> say) {}
