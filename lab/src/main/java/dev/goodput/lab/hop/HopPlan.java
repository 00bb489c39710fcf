package dev.goodput.lab.hop;

import dev.goodput.wire.client.Endpoint;
import org.jspecify.annotations.Nullable;

/// The targets of the behaviour probes.
///
/// @param direct the server without a proxy
/// @param via the same server behind the proxy
/// @param directModel the server's name of its model
/// @param viaModel the proxy's name of the model
/// @param upstream our own server if it is the one behind the proxy, else null
/// @param running reports another server's running requests; null if that server does not
public record HopPlan(
    Endpoint direct,
    Endpoint via,
    String directModel,
    String viaModel,
    @Nullable ProbeUpstream upstream,
    @Nullable RunningRequests running) {}
