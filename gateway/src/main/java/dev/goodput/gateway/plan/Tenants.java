package dev.goodput.gateway.plan;

import dev.goodput.wire.Secret;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The identification of tenants: by a header, otherwise by the API key. The key itself is never
/// used as a name.
///
/// @param header the header whose value is the tenant's name, trusted as received; empty for none
/// @param keys the tenants, by the digests of their keys
/// @param digests whether unknown keys are distinguished by salted digests
/// @param salt the salt of those digests; null for a random salt that lasts as long as the process
public record Tenants(String header, List<TenantKey> keys, boolean digests, @Nullable Secret salt) {
  /// No header, no known key; keys are distinguished by digests.
  public static final Tenants DEFAULTS = new Tenants("", List.of(), true, null);

  /// Copies the list.
  ///
  /// @throws PlanException an invalid header name or a duplicate digest
  public Tenants {
    keys = List.copyOf(keys);
    if (!header.isEmpty()) {
      Checks.header("header", header);
    }
    Checks.distinct("keys", keys.stream().map(TenantKey::sha256).toList());
  }
}
