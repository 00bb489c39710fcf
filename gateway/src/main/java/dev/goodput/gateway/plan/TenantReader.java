package dev.goodput.gateway.plan;

import dev.goodput.wire.Secret;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A reader of a request's tenant. Thread-safe.
public final class TenantReader {
  private static final int MAX_NAME_LENGTH = 64;
  private static final int DIGEST_DIGITS = 12;
  private static final String BEARER = "bearer ";

  private final IdentityPlan.Tenants tenants;
  private final byte[] salt;
  private final Map<String, String> names = new HashMap<>();

  /// @param processSalt random bytes of this process, used if the plan has no salt
  public TenantReader(IdentityPlan.Tenants tenants, byte[] processSalt) {
    this.tenants = tenants;
    Secret configured = tenants.salt();
    this.salt =
        configured == null
            ? processSalt.clone()
            : configured.reveal().getBytes(StandardCharsets.UTF_8);
    tenants.keys().forEach(key -> names.put(key.sha256(), key.name()));
  }

  /// Returns the name of the tenant, or `key-` and digits of the salted digest of its key, or an
  /// empty text if the request identifies no tenant.
  ///
  /// @param headers returns the value of a header by its case-insensitive name
  public String tenant(UnaryOperator<@Nullable String> headers) {
    String named = tenants.header().isEmpty() ? null : headers.apply(tenants.header());
    if (named != null && !named.isBlank()) {
      String name = named.strip();
      return name.length() > MAX_NAME_LENGTH ? name.substring(0, MAX_NAME_LENGTH) : name;
    }
    String key = key(headers);
    return key == null ? "" : byKey(key);
  }

  private String byKey(String key) {
    String known = names.isEmpty() ? null : names.get(digest(new byte[0], key));
    if (known != null) {
      return known;
    }
    return tenants.digests() ? "key-" + digest(salt, key).substring(0, DIGEST_DIGITS) : "";
  }

  private static @Nullable String key(UnaryOperator<@Nullable String> headers) {
    String authorization = headers.apply("authorization");
    if (authorization != null && authorization.toLowerCase(Locale.ROOT).startsWith(BEARER)) {
      return authorization.substring(BEARER.length()).strip();
    }
    String key = headers.apply("x-api-key");
    String other = key == null ? headers.apply("api-key") : key;
    return other == null ? authorization : other.strip();
  }

  private static String digest(byte[] salt, String key) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      sha256.update(salt);
      return HexFormat.of().formatHex(sha256.digest(key.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
