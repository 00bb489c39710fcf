package dev.goodput.gateway.plan;

import dev.goodput.wire.Secret;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The identification of clients.
///
/// @param tenants how to determine the tenant of a request
/// @param session where a request names its session; null if sessions are not identified
public record IdentityPlan(Tenants tenants, @Nullable SessionKey session) {
  /// Tenants by digests, no sessions.
  public static final IdentityPlan DEFAULTS = new IdentityPlan(Tenants.DEFAULTS, null);

  /// The identification of tenants: by a header, otherwise by the API key. The key itself is never
  /// used as a name.
  ///
  /// @param header the header whose value is the tenant's name, trusted as received; empty for none
  /// @param keys the tenants, by the digests of their keys
  /// @param digests whether unknown keys are distinguished by salted digests
  /// @param salt the salt of those digests; null for a random salt that lasts as long as the
  ///   process
  public record Tenants(
      String header, List<TenantKey> keys, boolean digests, @Nullable Secret salt) {
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

  /// A tenant identified by its API key. Only the digest of the key is stored.
  ///
  /// @param name the name of the tenant
  /// @param sha256 the SHA-256 of the key, 64 lower-case hexadecimal digits
  public record TenantKey(String name, String sha256) {
    /// Converts the digest to lower case.
    ///
    /// @throws PlanException an invalid name or digest
    public TenantKey {
      Checks.name("name", name);
      sha256 = sha256.toLowerCase(Locale.ROOT);
      if (!sha256.matches("[0-9a-f]{64}")) {
        // The value is not quoted: it may be the key itself.
        throw new PlanException(
            "sha256",
            "must be the SHA-256 of the key in 64 hexadecimal digits"
                + " (printf %s \"$KEY\" | sha256sum), found "
                + sha256.length()
                + " characters");
      }
    }
  }

  /// The place where a request names its session.
  ///
  /// @param location the part of the request that contains it
  /// @param name the name of the header or field; dotted for a field inside an object
  public record SessionKey(Location location, String name) {
    /// The part of a request that names the session.
    public enum Location {
      /// A header.
      HEADER,
      /// A field of the JSON body.
      BODY
    }

    /// @throws PlanException an invalid name
    public SessionKey {
      switch (location) {
        case HEADER -> Checks.header("header", name);
        case BODY -> {
          if (!name.matches("[\\w-]+(\\.[\\w-]+){0,3}")) {
            throw new PlanException(
                "body", "must be a field like user or metadata.session, found \"" + name + "\"");
          }
        }
      }
    }
  }
}
