package dev.goodput.quality;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// BLEU from 0 to 100, as sacreBLEU 2.6 defines it: up to 4-grams, the reference length closest to
/// the answer's. Papineni et al., "BLEU: a Method for Automatic Evaluation of Machine Translation",
/// ACL 2002.
///
/// @param tokenizer how texts are split
/// @param smoothing what is done with orders without a match
/// @param lowercase whether case is ignored
/// @param effectiveOrder whether orders longer than the answer are left out of the mean
public record Bleu(
    BleuTokenizer tokenizer, BleuSmoothing smoothing, boolean lowercase, boolean effectiveOrder)
    implements CorpusMetric {
  /// sacreBLEU's `corpus_bleu` with its defaults.
  public static final Bleu CORPUS =
      new Bleu(BleuTokenizer.V13A, BleuSmoothing.EXPONENTIAL, false, false);

  /// sacreBLEU's `sentence_bleu` with its defaults.
  public static final Bleu SENTENCE =
      new Bleu(BleuTokenizer.V13A, BleuSmoothing.EXPONENTIAL, false, true);

  private static final int ORDERS = 4;
  private static final int MATCHES = 2;
  private static final int TOTALS = MATCHES + ORDERS;
  private static final double FLOOR = 0.1;
  private static final double LOG_OF_ZERO = -9999999999.0; // sacreBLEU's

  /// Returns the lengths of the answer and of the closest reference, then the matching n-grams and
  /// all n-grams of the answer, of orders 1 to 4.
  @Override
  public double[] statistics(String answer, List<String> references) {
    List<String> words = tokens(answer);
    List<List<String>> expected = references.stream().map(this::tokens).toList();
    double[] statistics = new double[TOTALS + ORDERS];
    statistics[0] = words.size();
    statistics[1] = closest(words.size(), expected);
    for (int n = 1; n <= ORDERS; n++) {
      Map<String, Integer> most = new HashMap<>();
      for (List<String> reference : expected) {
        NGrams.ofWords(reference, n).forEach((gram, count) -> most.merge(gram, count, Math::max));
      }
      statistics[MATCHES + n - 1] = NGrams.common(NGrams.ofWords(words, n), most);
      statistics[TOTALS + n - 1] = Math.max(0, words.size() - n + 1);
    }
    return statistics;
  }

  List<String> tokens(String text) {
    return tokenizer.tokens(PythonText.stripEnd(lowercase ? PythonText.lower(text) : text));
  }

  private static int closest(int length, List<List<String>> references) {
    int closest = references.getFirst().size();
    for (List<String> each : references) {
      int nearer = Math.abs(length - each.size()) - Math.abs(length - closest);
      if (nearer < 0 || (nearer == 0 && each.size() < closest)) {
        closest = each.size();
      }
    }
    return closest;
  }

  @Override
  public double score(double[] statistics) {
    double[] matches = Arrays.copyOfRange(statistics, MATCHES, TOTALS);
    double[] totals = Arrays.copyOfRange(statistics, TOTALS, TOTALS + ORDERS);
    if (Arrays.stream(matches).allMatch(each -> each == 0)) {
      return 0;
    }
    double[] precisions = new double[ORDERS];
    double halvings = 1;
    int orders = ORDERS;
    for (int n = 0; n < ORDERS; n++) {
      int more = smoothing == BleuSmoothing.ADD_ONE && n > 0 ? 1 : 0;
      double total = totals[n] + more;
      if (total == 0) {
        break;
      }
      if (effectiveOrder) {
        orders = n + 1;
      }
      double match = matches[n] + more;
      if (match == 0 && smoothing == BleuSmoothing.EXPONENTIAL) {
        halvings *= 2;
        match = 1 / halvings;
      } else if (match == 0 && smoothing == BleuSmoothing.FLOOR) {
        match = FLOOR;
      }
      precisions[n] = 100 * match / total;
    }
    double logs = 0;
    for (int n = 0; n < orders; n++) {
      logs += precisions[n] == 0 ? LOG_OF_ZERO : Math.log(precisions[n]);
    }
    return brevity(statistics[0], statistics[1]) * Math.exp(logs / orders);
  }

  /// The penalty for an answer that is shorter than its reference.
  private static double brevity(double length, double reference) {
    if (length >= reference) {
      return 1;
    }
    return length == 0 ? 0 : Math.exp(1 - reference / length);
  }
}
