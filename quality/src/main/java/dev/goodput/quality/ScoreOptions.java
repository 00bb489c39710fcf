package dev.goodput.quality;

import org.jspecify.annotations.Nullable;

/// The settings of scores that have any.
///
/// @param stem whether ROUGE removes the endings of words
/// @param exact the normalisation of `exact` and `contains`
/// @param extraction what part of the answer `exact` and `number` compare; null for all of it
/// @param number the tolerance of `number`
public record ScoreOptions(
    boolean stem, ExactMatch exact, @Nullable Extraction extraction, NumberMatch number) {
  /// No stemming, no normalisation, no extraction, no tolerance.
  public static final ScoreOptions DEFAULTS =
      new ScoreOptions(false, ExactMatch.IDENTICAL, null, NumberMatch.EQUAL);

  String extracted(String answer) {
    return extraction == null ? answer : extraction.from(answer);
  }
}
