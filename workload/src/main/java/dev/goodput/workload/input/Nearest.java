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

  /// Levenshtein's distance.
  private static int edits(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
