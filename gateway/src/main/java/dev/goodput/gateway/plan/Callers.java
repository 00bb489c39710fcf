package dev.goodput.gateway.plan;

import org.jspecify.annotations.Nullable;

/// How it is known who asks.
///
/// @param tenants whose a request is
/// @param session where it names its session; null where it does not
public record Callers(Tenants tenants, @Nullable SessionKey session) {
  /// Tenants by digests, no sessions.
  public static final Callers DEFAULTS = new Callers(Tenants.DEFAULTS, null);
}
