package dev.goodput.workload.prompt;

import dev.goodput.workload.prompt.Vocabulary.Part;
import dev.goodput.workload.random.RandomStream;
import java.util.List;

/// A generator of sentences that read like plain English in the past tense, so that no verb needs
/// to agree.
final class SentenceGrammar {
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
