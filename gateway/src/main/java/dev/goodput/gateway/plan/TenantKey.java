package dev.goodput.gateway.plan;

import java.util.Locale;

/// A tenant identified by its API key. Only the digest of the key is stored.
///
/// @param name the name of the tenant
/// @param sha256 the SHA-256 of the key, 64 lower-case hexadecimal digits
public record TenantKey(String name, String sha256) {
  /// Accepts upper-case digits too.
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
