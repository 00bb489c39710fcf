package dev.goodput.metrics.hop;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// How a duty is done.
public enum CheckResult {
  /// As it should be.
  KEPT,
  /// Not done, which harms streams.
  BROKEN,
  /// Not done, which harms no token stream.
  NOTED,
  /// Cannot be told from here.
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
