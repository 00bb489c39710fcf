package dev.goodput.runner.score;

import dev.goodput.workload.tokenizer.Tokenizer;
import java.util.Arrays;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// The position of the first difference of two texts, from 1, in tokens or words.
///
/// @param unit what is counted: `word`, or `token of` a tokenizer
/// @param mismatch from two texts to the index of the first difference
record FirstDifference(String unit, BiFunction<String, String, Integer> mismatch) {
  /// @param tokenizer splits the texts; null for words between white space
  static FirstDifference in(@Nullable Tokenizer tokenizer) {
    return tokenizer == null
        ? new FirstDifference("word", (a, b) -> Arrays.mismatch(words(a), words(b)))
        : new FirstDifference(
            "token of " + tokenizer.name(),
            (a, b) -> Arrays.mismatch(tokenizer.ids(a), tokenizer.ids(b)));
  }

  /// Returns the position. Of texts that differ in white space only, which no word has, it is 1.
  int of(String first, String second) {
    return Math.max(0, mismatch.apply(first, second)) + 1;
  }

  /// Returns the index of the first character that differs; the length of the shorter text if it is
  /// the start of the other.
  static int character(String first, String second) {
    int at = Arrays.mismatch(first.toCharArray(), second.toCharArray());
    return at < 0 ? first.length() : at;
  }

  private static String[] words(String text) {
    return text.strip().split("\\s+");
  }
}
