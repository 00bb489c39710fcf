package dev.goodput.workload.prompt;

import dev.goodput.workload.random.RandomStream;
import java.util.List;

/// The first words of a text, which distinguish it from all others of its kind.
///
/// An item's number is scrambled (a bijection drawn from the seed) and written in words instead of
/// digits: no two of the first 2³⁶ items of a seed start alike, as far as their texts are long
/// enough to hold the opening, and other seeds give other openings.
final class UniquePrefix {
  private static final int BITS = 36;
  private static final long MASK = (1L << BITS) - 1;

  private final List<String> words;
  private final int[] units;
  private final int bitsPerWord;
  private final int length;

  /// Takes words with a blank before each, and measures them.
  UniquePrefix(List<String> words, TextUnit measure) {
    this.words = words;
    this.units = words.stream().mapToInt(measure::following).toArray();
    this.bitsPerWord = 31 - Integer.numberOfLeadingZeros(words.size());
    this.length = (BITS + bitsPerWord - 1) / bitsPerWord;
  }

  /// Appends the words, as many as a limit in units allows; returns their approximate units.
  int append(StringBuilder text, long seed, long item, int limit) {
    long scattered = RandomStream.mix(seed);
    long code = ((item ^ (item >>> BITS)) * (scattered | 1) + (scattered >>> 17)) & MASK;
    int used = 0;
    for (int i = 0; i < length; i++) {
      int shift = Math.max(0, BITS - (i + 1) * bitsPerWord);
      int number = (int) (code >>> shift) & ((1 << bitsPerWord) - 1);
      if (used + units[number] > limit) {
        break;
      }
      String word = words.get(number);
      text.append(text.isEmpty() ? word.strip() : word);
      used += units[number];
    }
    return used;
  }
}
