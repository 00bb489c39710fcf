package dev.goodput.gateway.plan;

import dev.goodput.wire.Secret;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How it is known whose a request is: by a header, else by the API key, never by the key itself.
///
/// @param header whose value is the tenant's name, believed as it comes; empty for none
/// @param keys tenants by the digests of their keys
/// @param digests whether keys of no known tenant are told apart by salted digests
/// @param salt of those digests; null for one that lasts as long as the process
public record Tenants(String header, List<TenantKey> keys, boolean digests, @Nullable Secret salt) {
  /// No header, no known key; keys are told apart by digests.
  public static final Tenants DEFAULTS = new Tenants("", List.of(), true, null);

  /// Copies the list.
  ///
  /// @throws PlanException where the header's name is none or a digest stands twice
  public Tenants {
    keys = List.copyOf(keys);
    if (!header.isEmpty()) {
      Checks.header("header", header);
    }
    Checks.distinct("keys", keys.stream().map(TenantKey::sha256).toList());
  }
}
