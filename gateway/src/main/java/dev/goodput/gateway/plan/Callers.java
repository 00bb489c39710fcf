package dev.goodput.gateway.plan;

import org.jspecify.annotations.Nullable;

/// The identification of clients.
///
/// @param tenants how to determine the tenant of a request
/// @param session where a request names its session; null if it does not
public record Callers(Tenants tenants, @Nullable SessionKey session) {
  /// Tenants by digests, no sessions.
  public static final Callers DEFAULTS = new Callers(Tenants.DEFAULTS, null);
}
