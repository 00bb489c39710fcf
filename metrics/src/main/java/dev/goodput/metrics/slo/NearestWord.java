package dev.goodput.metrics.slo;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Finds what was perhaps meant by a misspelt word.
///
/// The distance counts insertions, deletions, substitutions and swaps of neighbours (optimal string
/// alignment).
final class NearestWord {
  private static final int LONGEST = 64;

  private NearestWord() {}

  /// The nearest candidate within a third of the word's length (at least two edits), if any.
  static @Nullable String among(Collection<String> candidates, String word) {
    if (word.length() > LONGEST) {
      return null;
    }
    String wanted = word.toLowerCase(Locale.ROOT);
    String nearest = null;
    int least = Math.max(2, wanted.length() / 3) + 1;
    for (String candidate : candidates) {
      int distance = distance(wanted, candidate);
      if (distance < least && distance < Math.max(wanted.length(), candidate.length())) {
        least = distance;
        nearest = candidate;
      }
    }
    return nearest;
  }

  static int distance(String a, String b) {
    int[][] table = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        table[i][j] = cell(table, a, b, i, j);
      }
    }
    return table[a.length()][b.length()];
  }

  private static int cell(int[][] table, String a, String b, int i, int j) {
    if (i == 0 || j == 0) {
      return i + j;
    }
    int substitution = table[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int least = Math.min(substitution, 1 + Math.min(table[i - 1][j], table[i][j - 1]));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(least, table[i - 2][j - 2] + 1) : least;
  }
}
