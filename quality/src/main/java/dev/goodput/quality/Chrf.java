package dev.goodput.quality;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// chrF and chrF++ from 0 to 100, as sacreBLEU 2.6 defines them: the F-score (recall counts twice)
/// of runs of 1 to 6 characters and, for chrF++, of 1 and 2 words. Popović, "chrF: character n-gram
/// F-score for automatic MT evaluation", WMT 2015, and "chrF++: words helping character n-grams",
/// WMT 2017.
///
/// @param wordOrder how many orders of word n-grams count beside those of characters
/// @param lowercase whether case is ignored
/// @param whitespace whether white space counts as characters
/// @param epsilonSmoothing whether orders without n-grams count as nearly 0 instead of being left
///   out
public record Chrf(int wordOrder, boolean lowercase, boolean whitespace, boolean epsilonSmoothing)
    implements CorpusMetric {
  /// chrF with sacreBLEU's defaults (chrF2).
  public static final Chrf CHRF = new Chrf(0, false, false, false);

  /// chrF++ with sacreBLEU's defaults (chrF2++).
  public static final Chrf CHRF_PLUS_PLUS = new Chrf(2, false, false, false);

  private static final int CHARACTER_ORDER = 6;
  private static final double BETA_SQUARED = 4;
  private static final double EPSILON = 1e-16;
  private static final String PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

  /// Returns three counts per order, against the reference with the best score: n-grams of the
  /// answer, n-grams of the reference, and those in both.
  @Override
  public double[] statistics(String answer, List<String> references) {
    List<Map<String, Integer>> grams = grams(answer);
    double[] best = {};
    double bestScore = -1;
    for (String reference : references) {
      double[] each = statistics(grams, grams(reference));
      double score = score(each);
      if (score > bestScore) {
        bestScore = score;
        best = each;
      }
    }
    return best;
  }

  private static double[] statistics(
      List<Map<String, Integer>> answer, List<Map<String, Integer>> reference) {
    double[] counts = new double[3 * answer.size()];
    for (int i = 0; i < answer.size(); i++) {
      Map<String, Integer> expected = reference.get(i);
      counts[3 * i] = expected.isEmpty() ? 0 : NGrams.total(answer.get(i));
      counts[3 * i + 1] = NGrams.total(expected);
      counts[3 * i + 2] = NGrams.common(answer.get(i), expected);
    }
    return counts;
  }

  private List<Map<String, Integer>> grams(String given) {
    String text = lowercase ? PythonText.lower(given) : given;
    String characters = whitespace ? text : String.join("", PythonText.split(text));
    int[] points = characters.codePoints().toArray();
    List<Map<String, Integer>> grams = new ArrayList<>();
    for (int n = 1; n <= CHARACTER_ORDER; n++) {
      grams.add(NGrams.ofCodePoints(points, n));
    }
    List<String> words = words(text);
    for (int n = 1; n <= wordOrder; n++) {
      grams.add(NGrams.ofWords(words, n));
    }
    return grams;
  }

  /// Splits one punctuation mark off each word: the last character, or else the first.
  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    for (String word : PythonText.split(text)) {
      int last = word.length() - 1;
      if (word.codePointCount(0, word.length()) == 1) {
        words.add(word);
      } else if (isPunctuation(word.charAt(last))) {
        words.addAll(List.of(word.substring(0, last), word.substring(last)));
      } else if (isPunctuation(word.charAt(0))) {
        words.addAll(List.of(word.substring(0, 1), word.substring(1)));
      } else {
        words.add(word);
      }
    }
    return words;
  }

  private static boolean isPunctuation(char character) {
    return PUNCTUATION.indexOf(character) >= 0;
  }

  @Override
  public double score(double[] statistics) {
    int orders = CHARACTER_ORDER + wordOrder;
    double smoothed = 0;
    double precisions = 0;
    double recalls = 0;
    int effective = 0;
    for (int i = 0; i < orders; i++) {
      double answer = statistics[3 * i];
      double reference = statistics[3 * i + 1];
      double precision = answer > 0 ? statistics[3 * i + 2] / answer : EPSILON;
      double recall = reference > 0 ? statistics[3 * i + 2] / reference : EPSILON;
      boolean any = precision > 0 || recall > 0;
      smoothed += any ? weighted(precision, recall) : EPSILON;
      if (answer > 0 && reference > 0) {
        precisions += precision;
        recalls += recall;
        effective++;
      }
    }
    if (epsilonSmoothing) {
      return 100 * smoothed / orders;
    }
    return precisions + recalls == 0
        ? 0
        : 100 * weighted(precisions / effective, recalls / effective);
  }

  private static double weighted(double precision, double recall) {
    return (1 + BETA_SQUARED) * precision * recall / (BETA_SQUARED * precision + recall);
  }
}
