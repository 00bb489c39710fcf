package dev.goodput.quality;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Counts of n-grams.
final class NGrams {
  private NGrams() {}

  /// Counts the runs of `n` words. Words have no spaces, so a space joins them unambiguously.
  static Map<String, Integer> ofWords(List<String> words, int n) {
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i + n <= words.size(); i++) {
      counts.merge(String.join(" ", words.subList(i, i + n)), 1, Integer::sum);
    }
    return counts;
  }

  /// Counts the runs of `n` code points.
  static Map<String, Integer> ofCodePoints(int[] points, int n) {
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i + n <= points.length; i++) {
      counts.merge(new String(points, i, n), 1, Integer::sum);
    }
    return counts;
  }

  /// Returns how many n-grams are in both.
  static int common(Map<String, Integer> one, Map<String, Integer> other) {
    int common = 0;
    for (Map.Entry<String, Integer> each : one.entrySet()) {
      common += Math.min(each.getValue(), other.getOrDefault(each.getKey(), 0));
    }
    return common;
  }

  static int total(Map<String, Integer> counts) {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }
}
