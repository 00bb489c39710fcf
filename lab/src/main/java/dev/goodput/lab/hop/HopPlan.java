package dev.goodput.lab.hop;

import dev.goodput.wire.client.Endpoint;
import org.jspecify.annotations.Nullable;

/// Whom probes of behaviour ask.
///
/// @param direct the server without a proxy
/// @param via the same behind the proxy
/// @param directModel what the server calls its model
/// @param viaModel what the proxy calls it
/// @param upstream our own server, where that is the one behind the proxy; null else
/// @param running what another server says of its running requests; null where it says nothing
public record HopPlan(
    Endpoint direct,
    Endpoint via,
    String directModel,
    String viaModel,
    @Nullable Upstream upstream,
    @Nullable RunningRequests running) {}
