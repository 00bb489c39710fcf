package dev.goodput.wire.client;

import java.util.regex.Pattern;

/// Addresses as they may be printed and kept.
public final class SafeUrl {
  private static final Pattern USER_INFO =
      Pattern.compile("^(\\s*(?:\\w[\\w+.-]*:/{2,})?)[^/?#]*@(?=[^/?#]*)");
  private static final Pattern TELLING =
      Pattern.compile(
          "(?i)([?&][^=&\\s#]*(?:key|token|secret|sig|passw|passphrase|pwd|auth|bearer|jwt|cookie"
              + "|credential|session|code)"
              + "[^=&\\s#]*=)[^&\\s#\"']+");

  private SafeUrl() {}

  /// One address, with a scheme or without: its user and password and the values of query members
  /// that are named like keys are starred.
  public static String address(String url) {
    return query(USER_INFO.matcher(url).replaceFirst("$1***@"));
  }

  /// A text that may hold addresses: the values of their query members that are named like keys are
  /// starred.
  public static String query(String text) {
    return TELLING.matcher(text).replaceAll("$1***");
  }

  /// Whether a query member, a header or a field of that name holds a secret.
  public static boolean telling(String name) {
    return TELLING.matcher("?" + name.replaceAll("[=&\\s#]", "_") + "=x").matches();
  }
}
