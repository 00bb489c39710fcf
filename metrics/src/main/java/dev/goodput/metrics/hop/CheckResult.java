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
  UNTOLD;

  /// The word for programs.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The grade of a word.
  public static Optional<CheckResult> named(String word) {
    return Arrays.stream(values()).filter(each -> each.word().equals(word)).findFirst();
  }
}
