package dev.goodput.workload.prompt;

import dev.goodput.workload.prompt.Vocabulary.Part;
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

  /// A generator of sentences that read like plain English in the past tense, so that no verb needs
  /// to agree.
  private static final class SentenceGrammar {
    private static final String VOWELS = "aeiou";

    private final Vocabulary vocabulary;
    private final RandomStream random;
    private final StringBuilder text = new StringBuilder();

    SentenceGrammar(Vocabulary vocabulary, RandomStream random) {
      this.vocabulary = vocabulary;
      this.random = random;
    }

    /// Returns one sentence of 3 to about 30 words, without surrounding blanks.
    String sentence() {
      text.setLength(0);
      if (chance(12)) {
        word(Part.LEAD);
        text.append(',');
      }
      clause();
      if (chance(30)) {
        text.append(chance(40) ? "," : "");
        word(Part.JOINER);
        clause();
      }
      if (chance(8)) {
        word(Part.WHEN);
      }
      text.setCharAt(0, Character.toUpperCase(text.charAt(0)));
      return text.append('.').toString();
    }

    private void clause() {
      subject();
      if (chance(30)) {
        word(Part.MOTION);
        if (chance(40)) {
          word(Part.ADVERB);
        }
        if (chance(60)) {
          where();
        }
        return;
      }
      if (chance(15)) {
        word(Part.ADVERB);
      }
      word(Part.VERB);
      noun(chance(65) ? Part.THING : Part.IDEA);
      if (chance(35)) {
        where();
      }
    }

    private void subject() {
      switch (random.nextInt(10)) {
        case 0, 1 -> word(Part.NAME);
        case 2 -> plural(Part.PERSON);
        case 3 -> noun(Part.ANIMAL);
        case 4, 5 -> noun(Part.THING);
        default -> noun(Part.PERSON);
      }
    }

    private void where() {
      if (chance(15)) {
        add("in");
        word(Part.PLACE);
        return;
      }
      word(Part.PREPOSITION);
      noun(Part.THING);
    }

    private void noun(Part part) {
      String determiner = pick(Part.DETERMINER);
      boolean adjective = chance(45);
      String first = pick(adjective ? Part.ADJECTIVE : part);
      add(determiner.equals("a") && VOWELS.indexOf(first.charAt(0)) >= 0 ? "an" : determiner);
      add(first);
      if (adjective) {
        word(part);
      }
    }

    private void plural(Part part) {
      word(Part.NUMBER);
      if (chance(30)) {
        word(Part.ADJECTIVE);
      }
      String noun = pick(part);
      add(noun.endsWith("man") || noun.endsWith("child") ? "people" : plural(noun));
    }

    private static String plural(String noun) {
      if (noun.endsWith("s") || noun.endsWith("h") || noun.endsWith("x")) {
        return noun + "es";
      }
      int last = noun.length() - 1;
      boolean consonantY = noun.charAt(last) == 'y' && VOWELS.indexOf(noun.charAt(last - 1)) < 0;
      if (consonantY) {
        return noun.substring(0, last) + "ies";
      }
      return noun.endsWith("thief") ? "thieves" : noun + "s";
    }

    private void word(Part part) {
      add(pick(part));
    }

    private void add(String word) {
      if (!text.isEmpty()) {
        text.append(' ');
      }
      text.append(word);
    }

    private String pick(Part part) {
      List<String> words = vocabulary.of(part);
      return words.get(random.nextInt(words.size()));
    }

    private boolean chance(int percent) {
      return random.nextInt(100) < percent;
    }
  }
}
