package dev.goodput.wire.client;

import java.util.regex.Pattern;

/// URLs for display and storage.
public final class MaskedUrl {
  private static final Pattern USER_INFO =
      Pattern.compile("^(\\s*(?:\\w[\\w+.-]*:/{2,})?)[^/?#]*@(?=[^/?#]*)");
  private static final Pattern SECRET_PARAMETER =
      Pattern.compile(
          "(?i)([?&][^=&\\s#]*(?:key|token|secret|sig|passw|passphrase|pwd|auth|bearer|jwt|cookie"
              + "|credential|session|code)"
              + "[^=&\\s#]*=)[^&\\s#\"']+");

  private MaskedUrl() {}

  /// Masks the user, the password, and the values of secret-looking query parameters of one URL,
  /// with or without a scheme.
  public static String address(String url) {
    return query(USER_INFO.matcher(url).replaceFirst("$1***@"));
  }

  /// Masks the same of a text that may be no URL, such as one with a slash in the password.
  public static String typed(String text) {
    return query(text.replaceFirst("^(\\w[\\w+.-]*:/{2,})?.*@", "$1***@"));
  }

  /// Masks the values of secret-looking query parameters in a text that may contain URLs.
  public static String query(String text) {
    return SECRET_PARAMETER.matcher(text).replaceAll("$1***");
  }

  /// Whether the name of a query parameter, header or field suggests a secret.
  public static boolean looksSecret(String name) {
    return SECRET_PARAMETER.matcher("?" + name.replaceAll("[=&\\s#]", "_") + "=x").matches();
  }
}
