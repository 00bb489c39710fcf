package dev.goodput.workload.input;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/// The known name that an unknown one was probably meant to be.
public final class Nearest {
  private Nearest() {}

  /// The candidate with the fewest edits, where they are at most a third of the word (at least 2).
  public static Optional<String> to(String word, Collection<String> candidates) {
    String lower = word.toLowerCase(Locale.ROOT);
    int limit = Math.max(2, lower.length() / 3);
    return candidates.stream()
        .filter(candidate -> edits(lower, candidate) <= limit)
        .min(Comparator.comparingInt(candidate -> edits(lower, candidate)));
  }

  /// Insertions, deletions, substitutions and swaps of neighbours.
  private static int edits(String a, String b) {
    int[][] table = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        table[i][j] = i == 0 || j == 0 ? i + j : edits(table, a, b, i, j);
      }
    }
    return table[a.length()][b.length()];
  }

  private static int edits(int[][] table, String a, String b, int i, int j) {
    int replaced = table[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int least = Math.min(replaced, 1 + Math.min(table[i - 1][j], table[i][j - 1]));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(least, table[i - 2][j - 2] + 1) : least;
  }
}
