package dev.goodput.workload.prompt;

import dev.goodput.workload.random.Purpose;
import dev.goodput.workload.random.RandomStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A pool of sentences of known length, generated once; prompts are built from them.
///
/// The sentences are always the same; runs differ in their choice and order.
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

  SentencePool(TextUnit measure) {
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

  /// Returns words of one unit both at the start of a text and inside; a full stop if a tokenizer
  /// has none.
  private static String[] fillers(List<String> plainWords, TextUnit measure) {
    List<String> single = new ArrayList<>();
    for (String word : plainWords) {
      if (measure.following(word) == 1 && measure.count(word.strip()) == 1) {
        single.add(word);
      }
    }
    return single.isEmpty() ? new String[] {"."} : single.toArray(String[]::new);
  }

  /// Returns the units of the longest sentence.
  int longest() {
    return longest;
  }

  /// Returns the units of the shortest sentence.
  int shortest() {
    return shortest;
  }

  /// Returns the number of a random sentence.
  int any(RandomStream random) {
    return random.nextInt(SIZE);
  }

  /// Returns the number of a sentence with exactly `wanted` units, -1 if there is none.
  int exactly(int wanted, RandomStream random) {
    if (wanted < 0 || wanted > longest || byUnits[wanted].length == 0) {
      return -1;
    }
    return byUnits[wanted][random.nextInt(byUnits[wanted].length)];
  }

  /// Returns a sentence with a blank before it.
  String sentence(int number) {
    return sentences[number];
  }

  /// Returns a sentence's units.
  int units(int number) {
    return units[number];
  }

  /// Returns a word of exactly one unit, with a blank before it.
  String filler(RandomStream random) {
    return fillers[random.nextInt(fillers.length)];
  }

  /// Returns the words for openings: those of one unit if there are enough of them, else all.
  List<String> openingWords() {
    return fillers.length >= ENOUGH ? List.of(fillers) : plainWords;
  }

  /// Returns the units that a full stop adds to a word.
  int stopUnits() {
    return stopUnits;
  }
}
