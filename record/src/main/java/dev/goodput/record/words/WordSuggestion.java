package dev.goodput.record.words;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/// A finder of the word that was meant by a misspelt one.
///
/// The distance counts insertions, deletions, substitutions and swaps of neighbours (optimal string
/// alignment). Letter case does not count.
public final class WordSuggestion {
  private WordSuggestion() {}

  /// Returns the candidate with the fewest edits, if they are at most one or a third of the longer
  /// word's length. Of several, it returns the one with the longest common prefix, because people
  /// mistype ends.
  public static Optional<String> to(String word, Collection<String> candidates) {
    return candidates.stream()
        .map(candidate -> Pair.of(word, candidate))
        .filter(Pair::isNear)
        .min(
            Comparator.comparingInt(Pair::distance)
                .thenComparing(Pair::alike, Comparator.reverseOrder()))
        .map(Pair::candidate);
  }

  /// Returns the same as the end of a sentence: `; did you mean rate?`, empty if nothing is near.
  public static String hint(String word, Collection<String> candidates) {
    return to(word, candidates).map(near -> "; did you mean " + near + "?").orElse("");
  }

  /// Returns the candidate that the word is probably a typo of: both start alike, and there is at
  /// most one edit, or one in six letters of the longer word. For words that may be valid
  /// elsewhere, where [#to] would match too much.
  public static Optional<String> slipOf(String word, Collection<String> candidates) {
    return candidates.stream()
        .map(candidate -> Pair.of(word, candidate))
        .filter(Pair::isSlip)
        .min(Comparator.comparingInt(Pair::distance))
        .map(Pair::candidate);
  }

  /// A word and a candidate, both in lower case.
  private record Pair(String a, String b, String candidate) {
    static Pair of(String word, String candidate) {
      return new Pair(word.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT), candidate);
    }

    boolean isNear() {
      return within(3);
    }

    boolean isSlip() {
      return alike() > 0 && within(6);
    }

    /// Returns whether at most one edit, or one edit per `letters` letters, turns one word into the
    /// other.
    private boolean within(int letters) {
      int longer = Math.max(a.length(), b.length());
      int limit = Math.max(1, longer / letters);
      boolean comparable = longer > 1 && Math.abs(a.length() - b.length()) <= limit;
      return comparable && distance() <= limit;
    }

    int alike() {
      int same = 0;
      while (same < Math.min(a.length(), b.length()) && a.charAt(same) == b.charAt(same)) {
        same++;
      }
      return same;
    }

    int distance() {
      int[][] table = new int[a.length() + 1][b.length() + 1];
      for (int i = 0; i <= a.length(); i++) {
        for (int j = 0; j <= b.length(); j++) {
          table[i][j] = i == 0 || j == 0 ? i + j : cell(table, i, j);
        }
      }
      return table[a.length()][b.length()];
    }

    private int cell(int[][] table, int i, int j) {
      int replaced = table[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
      int least = Math.min(replaced, 1 + Math.min(table[i - 1][j], table[i][j - 1]));
      boolean swapped =
          i > 1
              && j > 1
              && a.charAt(i - 1) == b.charAt(j - 2)
              && a.charAt(i - 2) == b.charAt(j - 1);
      return swapped ? Math.min(least, table[i - 2][j - 2] + 1) : least;
    }
  }
}
