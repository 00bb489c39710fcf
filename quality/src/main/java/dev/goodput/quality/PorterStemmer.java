package dev.goodput.quality;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// Porter's stemmer with NLTK's extensions, which rouge-score uses. Porter, "An algorithm for
/// suffix stripping", Program 14.3 (1980); the steps have the paper's numbers.
final class PorterStemmer {
  private static final Map<String, String> IRREGULAR =
      Map.ofEntries(
          Map.entry("sky", "sky"),
          Map.entry("skies", "sky"),
          Map.entry("dying", "die"),
          Map.entry("lying", "lie"),
          Map.entry("tying", "tie"),
          Map.entry("news", "news"),
          Map.entry("innings", "inning"),
          Map.entry("inning", "inning"),
          Map.entry("outings", "outing"),
          Map.entry("outing", "outing"),
          Map.entry("cannings", "canning"),
          Map.entry("canning", "canning"),
          Map.entry("howe", "howe"),
          Map.entry("proceed", "proceed"),
          Map.entry("exceed", "exceed"),
          Map.entry("succeed", "succeed"));

  private static final List<Rule> STEP_2 =
      List.of(
          rule("ational", "ate"),
          rule("tional", "tion"),
          rule("enci", "ence"),
          rule("anci", "ance"),
          rule("izer", "ize"),
          rule("bli", "ble"),
          rule("alli", "al"),
          rule("entli", "ent"),
          rule("eli", "e"),
          rule("ousli", "ous"),
          rule("ization", "ize"),
          rule("ation", "ate"),
          rule("ator", "ate"),
          rule("alism", "al"),
          rule("iveness", "ive"),
          rule("fulness", "ful"),
          rule("ousness", "ous"),
          rule("aliti", "al"),
          rule("iviti", "ive"),
          rule("biliti", "ble"),
          rule("fulli", "ful"),
          new Rule("logi", "log", stem -> measure(stem + "l") > 0));

  private static final List<Rule> STEP_3 =
      List.of(
          rule("icate", "ic"),
          rule("ative", ""),
          rule("alize", "al"),
          rule("iciti", "ic"),
          rule("ical", "ic"),
          rule("ful", ""),
          rule("ness", ""));

  private static final List<Rule> STEP_4 =
      List.of(
          removed("al"),
          removed("ance"),
          removed("ence"),
          removed("er"),
          removed("ic"),
          removed("able"),
          removed("ible"),
          removed("ant"),
          removed("ement"),
          removed("ment"),
          removed("ent"),
          new Rule(
              "ion", "", stem -> measure(stem) > 1 && (stem.endsWith("s") || stem.endsWith("t"))),
          removed("ou"),
          removed("ism"),
          removed("ate"),
          removed("iti"),
          removed("ous"),
          removed("ive"),
          removed("ize"));

  private PorterStemmer() {}

  /// A replacement of a suffix. The first rule whose suffix fits decides, whatever its condition.
  private record Rule(String suffix, String replacement, Predicate<String> condition) {}

  private static Rule rule(String suffix, String replacement) {
    return new Rule(suffix, replacement, stem -> measure(stem) > 0);
  }

  private static Rule removed(String suffix) {
    return new Rule(suffix, "", stem -> measure(stem) > 1);
  }

  /// Returns the stem of a word in lower case.
  static String stem(String word) {
    String irregular = IRREGULAR.get(word);
    if (irregular != null) {
      return irregular;
    }
    if (word.length() <= 2) {
      return word;
    }
    String stem = step1c(step1b(step1a(word)));
    return step5(apply(STEP_4, apply(STEP_3, step2(stem))));
  }

  private static String apply(List<Rule> rules, String word) {
    for (Rule rule : rules) {
      if (word.endsWith(rule.suffix)) {
        String stem = without(word, rule.suffix.length());
        return rule.condition.test(stem) ? stem + rule.replacement : word;
      }
    }
    return word;
  }

  private static String step1a(String word) {
    if (word.endsWith("ies")) {
      return without(word, word.length() == 4 ? 1 : 2);
    }
    if (word.endsWith("sses")) {
      return without(word, 2);
    }
    return word.endsWith("s") && !word.endsWith("ss") ? without(word, 1) : word;
  }

  private static String step1b(String word) {
    if (word.endsWith("ied")) {
      return without(word, word.length() == 4 ? 1 : 2);
    }
    if (word.endsWith("eed")) {
      return measure(without(word, 3)) > 0 ? without(word, 1) : word;
    }
    for (String suffix : List.of("ed", "ing")) {
      String stem = word.endsWith(suffix) ? without(word, suffix.length()) : "";
      if (hasVowel(stem)) {
        return repaired(stem);
      }
    }
    return word;
  }

  /// Restores what the removal of -ed or -ing took with it.
  private static String repaired(String stem) {
    if (stem.endsWith("at") || stem.endsWith("bl") || stem.endsWith("iz")) {
      return stem + "e";
    }
    int last = stem.length() - 1;
    if (last > 0 && stem.charAt(last) == stem.charAt(last - 1) && isConsonant(stem, last)) {
      return "lsz".indexOf(stem.charAt(last)) < 0 ? without(stem, 1) : stem;
    }
    return measure(stem) == 1 && endsInShortSyllable(stem) ? stem + "e" : stem;
  }

  private static String step1c(String word) {
    int before = word.length() - 2;
    boolean becomesI = word.endsWith("y") && before > 0 && isConsonant(word, before);
    return becomesI ? without(word, 1) + "i" : word;
  }

  private static String step2(String word) {
    boolean again = word.endsWith("alli") && measure(without(word, 4)) > 0;
    return again ? step2(without(word, 2)) : apply(STEP_2, word);
  }

  private static String step5(String word) {
    String stem = word;
    if (word.endsWith("e")) {
      String shorter = without(word, 1);
      int measure = measure(shorter);
      if (measure > 1 || (measure == 1 && !endsInShortSyllable(shorter))) {
        stem = shorter;
      }
    }
    return stem.endsWith("ll") && measure(without(stem, 1)) > 1 ? without(stem, 1) : stem;
  }

  private static String without(String word, int letters) {
    return word.substring(0, word.length() - letters);
  }

  /// Any letter except A, E, I, O and U; Y only at the start of a word or after a vowel.
  private static boolean isConsonant(String word, int at) {
    int first = at;
    while (first > 0 && word.charAt(first) == 'y') {
      first--;
    }
    boolean consonant = "aeiou".indexOf(word.charAt(first)) < 0;
    return consonant == ((at - first) % 2 == 0);
  }

  private static boolean hasVowel(String stem) {
    boolean consonant = true;
    for (int i = 0; i < stem.length() && consonant; i++) {
      consonant = isConsonantAfter(stem.charAt(i), i > 0, consonant);
    }
    return !consonant;
  }

  /// The paper's m: how often a consonant follows a vowel.
  private static int measure(String stem) {
    int measure = 0;
    boolean before = true;
    for (int i = 0; i < stem.length(); i++) {
      boolean consonant = isConsonantAfter(stem.charAt(i), i > 0, before);
      measure += consonant && !before ? 1 : 0;
      before = consonant;
    }
    return measure;
  }

  private static boolean isConsonantAfter(char letter, boolean hasBefore, boolean before) {
    return letter == 'y' ? !hasBefore || !before : "aeiou".indexOf(letter) < 0;
  }

  /// The paper's *o: consonant, vowel, consonant but W, X and Y; or only two letters, the first of
  /// them a vowel.
  private static boolean endsInShortSyllable(String word) {
    int last = word.length() - 1;
    if (last == 1) {
      return !isConsonant(word, 0) && isConsonant(word, 1);
    }
    return last > 1
        && isConsonant(word, last - 2)
        && !isConsonant(word, last - 1)
        && isConsonant(word, last)
        && "wxy".indexOf(word.charAt(last)) < 0;
  }
}
