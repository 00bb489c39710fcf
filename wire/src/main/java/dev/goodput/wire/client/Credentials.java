package dev.goodput.wire.client;

import java.util.regex.Pattern;

/// Redaction of credentials that a text may quote: errors, log lines, addresses.
public final class Credentials {
  private static final Pattern USER_INFO = Pattern.compile("(\\w+://)[^/@\\s]+@");
  private static final Pattern BEARER = Pattern.compile("(?i)(bearer|basic)\\s+[\\w.~+/=:-]{10,}");
  private static final Pattern HEADER =
      Pattern.compile(
          "(?i)\\b((?:(?:proxy-)?authorization|cookie|api-key|x-[\\w-]*(?:key|token|secret))"
              + "\\s*:\\s*)\\S.*");

  private Credentials() {}

  /// Returns a text without the users, passwords and keys of the addresses in it.
  public static String address(String text) {
    return MaskedUrl.query(USER_INFO.matcher(text).replaceAll("$1***@"));
  }

  /// Returns a line of text without the credentials that it may quote.
  public static String redact(String text) {
    String less = BEARER.matcher(address(text)).replaceAll("$1 ***");
    return HEADER.matcher(less).replaceAll("$1***");
  }
}
