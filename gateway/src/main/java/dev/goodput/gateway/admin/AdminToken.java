package dev.goodput.gateway.admin;

import dev.goodput.wire.Secret;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Who is let in: anyone, or whoever brings the token.
final class AdminToken {
  private static final String SCHEME = "bearer ";

  private final byte @Nullable [] expected;

  AdminToken(@Nullable Secret token) {
    this.expected = token == null ? null : token.reveal().getBytes(StandardCharsets.UTF_8);
  }

  /// Whether a request is let in.
  ///
  /// @param authorization its header of that name; null where there is none
  boolean admits(@Nullable String authorization) {
    if (expected == null) {
      return true;
    }
    if (authorization == null || !authorization.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
      return false;
    }
    byte[] found =
        authorization.substring(SCHEME.length()).strip().getBytes(StandardCharsets.UTF_8);
    // Takes as long for a token that begins right as for one that does not.
    return MessageDigest.isEqual(expected, found);
  }
}
