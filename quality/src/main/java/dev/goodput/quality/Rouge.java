package dev.goodput.quality;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// ROUGE as rouge-score 0.1.2 defines it: overlap of n-grams or of the longest common subsequence.
/// Lin, "ROUGE: A Package for Automatic Evaluation of Summaries", 2004.
public enum Rouge {
  /// Overlap of words.
  ROUGE_1("rouge1"),
  /// Overlap of pairs of words.
  ROUGE_2("rouge2"),
  /// The longest common subsequence of words.
  ROUGE_L("rougeL"),
  /// The union of longest common subsequences, line by line. Lines end at newlines only.
  ROUGE_LSUM("rougeLsum");

  private final String label;

  Rouge(String label) {
    this.label = label;
  }

  /// Returns rouge-score's name of the variant.
  public String label() {
    return label;
  }

  /// Precision, recall and their harmonic mean, each from 0 to 1.
  ///
  /// @param precision the share of the answer that is in the reference
  /// @param recall the share of the reference that is in the answer
  public record Overlap(double precision, double recall) {
    private static final Overlap NONE = new Overlap(0, 0);

    /// Returns the harmonic mean of precision and recall.
    public double f1() {
      double sum = precision + recall;
      return sum > 0 ? 2 * precision * recall / sum : 0;
    }
  }

  /// Returns the overlap with the reference that gives the best F1.
  ///
  /// @param answer the text to score
  /// @param references at least one reference
  /// @param stem whether endings of words are removed by Porter's stemmer
  public Overlap score(String answer, List<String> references, boolean stem) {
    Overlap best = overlap(answer, references.getFirst(), stem);
    for (String reference : references.subList(1, references.size())) {
      Overlap each = overlap(answer, reference, stem);
      if (each.f1() > best.f1()) {
        best = each;
      }
    }
    return best;
  }

  private Overlap overlap(String answer, String reference, boolean stem) {
    return switch (this) {
      case ROUGE_1 -> ofWords(tokens(answer, stem), tokens(reference, stem), 1);
      case ROUGE_2 -> ofWords(tokens(answer, stem), tokens(reference, stem), 2);
      case ROUGE_L -> ofSubsequence(tokens(answer, stem), tokens(reference, stem));
      case ROUGE_LSUM -> ofLines(lines(answer, stem), lines(reference, stem));
    };
  }

  /// Returns the runs of Latin letters and digits, in lower case.
  private static List<String> tokens(String text, boolean stem) {
    String lower = PythonText.lower(text);
    List<String> tokens = new ArrayList<>();
    int start = 0;
    for (int i = 0; i <= lower.length(); i++) {
      if (i == lower.length() || !isTokenCharacter(lower.charAt(i))) {
        if (i > start) {
          String token = lower.substring(start, i);
          tokens.add(stem && token.length() > 3 ? PorterStemmer.stem(token) : token);
        }
        start = i + 1;
      }
    }
    return tokens;
  }

  private static boolean isTokenCharacter(char each) {
    return (each >= 'a' && each <= 'z') || (each >= '0' && each <= '9');
  }

  private static List<List<String>> lines(String text, boolean stem) {
    return Arrays.stream(text.split("\n", -1)).map(line -> tokens(line, stem)).toList();
  }

  private static Overlap ofWords(List<String> answer, List<String> reference, int n) {
    int common = NGrams.common(NGrams.ofWords(reference, n), NGrams.ofWords(answer, n));
    return new Overlap(
        (double) common / Math.max(1, answer.size() - n + 1),
        (double) common / Math.max(1, reference.size() - n + 1));
  }

  private static Overlap ofSubsequence(List<String> answer, List<String> reference) {
    if (answer.isEmpty() || reference.isEmpty()) {
      return Overlap.NONE;
    }
    double common = subsequence(reference, answer).cardinality();
    return new Overlap(common / answer.size(), common / reference.size());
  }

  private static Overlap ofLines(List<List<String>> answer, List<List<String>> reference) {
    Map<String, Integer> left = counts(answer);
    Map<String, Integer> expected = counts(reference);
    if (left.isEmpty() || expected.isEmpty()) {
      return Overlap.NONE;
    }
    double words = NGrams.total(left);
    double expectedWords = NGrams.total(expected);
    int hits = 0;
    for (List<String> line : reference) {
      BitSet union = new BitSet();
      answer.forEach(each -> union.or(subsequence(line, each)));
      for (int i = union.nextSetBit(0); i >= 0; i = union.nextSetBit(i + 1)) {
        String token = line.get(i);
        if (left.getOrDefault(token, 0) > 0 && expected.getOrDefault(token, 0) > 0) {
          hits++;
          left.merge(token, -1, Integer::sum);
          expected.merge(token, -1, Integer::sum);
        }
      }
    }
    return new Overlap(hits / words, hits / expectedWords);
  }

  private static Map<String, Integer> counts(List<List<String>> lines) {
    Map<String, Integer> counts = new HashMap<>();
    lines.forEach(line -> line.forEach(token -> counts.merge(token, 1, Integer::sum)));
    return counts;
  }

  /// Returns the places in the reference of one longest common subsequence: of several equally long
  /// ones the one that rouge-score's backtracking finds.
  private static BitSet subsequence(List<String> reference, List<String> answer) {
    int columns = answer.size();
    int[] above = new int[columns + 1];
    int[] row = new int[columns + 1];
    List<BitSet> leftIsLonger = new ArrayList<>();
    for (String expected : reference) {
      BitSet longer = new BitSet(columns);
      for (int j = 1; j <= columns; j++) {
        longer.set(j - 1, row[j - 1] > above[j]);
        row[j] =
            expected.equals(answer.get(j - 1)) ? above[j - 1] + 1 : Math.max(above[j], row[j - 1]);
      }
      leftIsLonger.add(longer);
      int[] next = above;
      above = row;
      row = next;
    }
    BitSet places = new BitSet();
    int i = reference.size() - 1;
    int j = columns - 1;
    while (i >= 0 && j >= 0) {
      if (reference.get(i).equals(answer.get(j))) {
        places.set(i--);
        j--;
      } else if (leftIsLonger.get(i).get(j)) {
        j--;
      } else {
        i--;
      }
    }
    return places;
  }
}
