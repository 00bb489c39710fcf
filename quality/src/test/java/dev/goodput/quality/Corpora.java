package dev.goodput.quality;

import java.util.List;
import tools.jackson.databind.JsonNode;

/// The corpora of the vectors.
final class Corpora {
  private Corpora() {}

  /// Adds up the statistics of a corpus's pairs, with as many references as all of them have.
  static double[] sum(CorpusMetric metric, JsonNode corpus, List<Vectors.Pair> pairs) {
    double[] sum = {};
    for (JsonNode id : corpus.get("ids").values()) {
      Vectors.Pair pair = pairs.get(id.asInt());
      List<String> used = pair.references().subList(0, corpus.get("refs_used").asInt());
      double[] each = metric.statistics(pair.answer(), used);
      if (sum.length == 0) {
        sum = each;
      } else {
        CorpusStatistics.add(each, sum);
      }
    }
    return sum;
  }
}
