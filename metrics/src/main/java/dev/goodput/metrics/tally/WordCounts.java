package dev.goodput.metrics.tally;

import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/// Counts by a small set of words.
public final class WordCounts {
  private String[] words = new String[4];
  private long[] counts = new long[4];
  private int known;

  /// Adds to a word's count.
  public void add(String word, long more) {
    int at = 0;
    while (at < known && !words[at].equals(word)) {
      at++;
    }
    if (at == words.length) {
      words = Arrays.copyOf(words, 2 * at);
      counts = Arrays.copyOf(counts, 2 * at);
    }
    words[at] = word;
    counts[at] += more;
    known = Math.max(known, at + 1);
  }

  /// Adds everything from other counts.
  public void addAll(WordCounts other) {
    for (int i = 0; i < other.known; i++) {
      add(other.words[i], other.counts[i]);
    }
  }

  /// Returns the counts by word.
  public SortedMap<String, Long> build() {
    SortedMap<String, Long> built = new TreeMap<>();
    for (int i = 0; i < known; i++) {
      built.put(words[i], counts[i]);
    }
    return built;
  }
}
