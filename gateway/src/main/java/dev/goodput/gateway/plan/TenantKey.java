package dev.goodput.gateway.plan;

import java.util.Locale;

/// A tenant that is known by its API key, of which only the digest is kept.
///
/// @param name of the tenant
/// @param sha256 of the key, 64 hexadecimal digits in small letters
public record TenantKey(String name, String sha256) {
  /// Takes digits in capitals too.
  ///
  /// @throws PlanException where the name is none, or the digest is none
  public TenantKey {
    Checks.name("name", name);
    sha256 = sha256.toLowerCase(Locale.ROOT);
    if (!sha256.matches("[0-9a-f]{64}")) {
      // What stands there may be the key itself.
      throw new PlanException(
          "sha256",
          "must be the SHA-256 of the key in 64 hexadecimal digits"
              + " (printf %s \"$KEY\" | sha256sum), found "
              + sha256.length()
              + " characters");
    }
  }
}
