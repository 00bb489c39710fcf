package dev.goodput.workload.prompt;

import dev.goodput.workload.random.Purpose;
import dev.goodput.workload.random.RandomStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Sentences whose length is known, made once; prompts are put together from them.
///
/// Always the same sentences: what differs from run to run is their choice and order.
final class SentencePool {
  private static final long SEED = 0x60_0d_b0_0cL;
  private static final int SIZE = 4096;
  private static final int ENOUGH = 256;

  private final String[] sentences = new String[SIZE];
  private final int[] units = new int[SIZE];
  private final int[][] byUnits;
  private final int shortest;
  private final int longest;
  private final List<String> plainWords;
  private final String[] fillers;
  private final int stopUnits;

  SentencePool(Units measure) {
    Vocabulary vocabulary = Vocabulary.load();
    SentenceGrammar grammar = new SentenceGrammar(vocabulary, RandomStream.of(SEED, Purpose.TEXT));
    for (int i = 0; i < SIZE; i++) {
      sentences[i] = " " + grammar.sentence();
      units[i] = measure.following(sentences[i]);
    }
    longest = Arrays.stream(units).max().orElseThrow();
    shortest = Arrays.stream(units).min().orElseThrow();
    byUnits = index(units, longest);
    plainWords = vocabulary.plainWords().stream().map(word -> " " + word).toList();
    fillers = fillers(plainWords, measure);
    stopUnits = measure.following(" end.") - measure.following(" end");
  }

  private static int[][] index(int[] units, int longest) {
    int[] sizes = new int[longest + 1];
    for (int size : units) {
      sizes[size]++;
    }
    int[][] index = new int[longest + 1][];
    Arrays.setAll(index, i -> new int[sizes[i]]);
    for (int i = 0; i < units.length; i++) {
      index[units[i]][--sizes[units[i]]] = i;
    }
    return index;
  }

  /// Words of one unit at the begin of a text and inside; a full stop where a tokenizer has none.
  private static String[] fillers(List<String> plainWords, Units measure) {
    List<String> single = new ArrayList<>();
    for (String word : plainWords) {
      if (measure.following(word) == 1 && measure.count(word.strip()) == 1) {
        single.add(word);
      }
    }
    return single.isEmpty() ? new String[] {"."} : single.toArray(String[]::new);
  }

  /// Units of the longest sentence.
  int longest() {
    return longest;
  }

  /// Units of the shortest sentence.
  int shortest() {
    return shortest;
  }

  /// The number of any sentence.
  int any(RandomStream random) {
    return random.nextInt(SIZE);
  }

  /// The number of a sentence with exactly so many units, -1 where there is none.
  int exactly(int wanted, RandomStream random) {
    if (wanted < 0 || wanted > longest || byUnits[wanted].length == 0) {
      return -1;
    }
    return byUnits[wanted][random.nextInt(byUnits[wanted].length)];
  }

  /// A sentence with a blank before it.
  String sentence(int number) {
    return sentences[number];
  }

  /// A sentence's units.
  int units(int number) {
    return units[number];
  }

  /// A word of exactly one unit, with a blank before it.
  String filler(RandomStream random) {
    return fillers[random.nextInt(fillers.length)];
  }

  /// Words for openings: of one unit where there are enough of them, else all.
  List<String> openingWords() {
    return fillers.length >= ENOUGH ? List.of(fillers) : plainWords;
  }

  /// Units that a full stop adds to a word.
  int stopUnits() {
    return stopUnits;
  }
}
