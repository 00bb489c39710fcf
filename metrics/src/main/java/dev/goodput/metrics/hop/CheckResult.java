package dev.goodput.metrics.hop;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// How well a requirement is met.
public enum CheckResult {
  /// Met.
  KEPT,
  /// Not met, which harms streams.
  BROKEN,
  /// Not met, which harms no token stream.
  NOTED,
  /// Cannot be determined.
  UNKNOWN;

  /// What runs of versions before `goodput.hop/2` have for it.
  private static final String FORMER_UNKNOWN = "untold";

  /// Returns the key used in documents.
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The grade of a word.
  public static Optional<CheckResult> named(String word) {
    return word.equals(FORMER_UNKNOWN)
        ? Optional.of(UNKNOWN)
        : Arrays.stream(values()).filter(each -> each.key().equals(word)).findFirst();
  }
}
