package dev.goodput.findings.stored;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// An aspect by which a trade-off between runs is judged.
public enum Aspect {
  /// What a request or a token costs.
  COST,
  /// The scores of the answers.
  QUALITY,
  /// How long users wait, and how fast tokens come.
  SPEED,
  /// The electric energy of a token.
  ENERGY;

  /// Returns its name in options and documents.
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Returns the aspect with a name; empty if there is none.
  public static Optional<Aspect> of(String word) {
    return Arrays.stream(values()).filter(each -> each.key().equals(word)).findFirst();
  }
}
