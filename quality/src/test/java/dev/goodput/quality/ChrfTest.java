package dev.goodput.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class ChrfTest {
  private static final Map<String, Chrf> SENTENCE =
      Map.of(
          "chrf2", Chrf.CHRF,
          "chrfpp", Chrf.CHRF_PLUS_PLUS,
          "lc", new Chrf(0, true, false, false),
          "space", new Chrf(0, false, true, false),
          "eps", new Chrf(0, false, false, true));

  @Test
  void equalsSacreBleuOnSentences() {
    List<Vectors.Pair> pairs = Vectors.pairs();
    List<JsonNode> expected = Vectors.lines("chrf.jsonl");
    assertThat(expected).hasSize(1_200).hasSameSizeAs(pairs);
    List<String> errors = new ArrayList<>();
    for (int i = 0; i < pairs.size(); i++) {
      Vectors.Pair pair = pairs.get(i);
      JsonNode values = expected.get(i);
      SENTENCE.forEach((name, chrf) -> {
        double found = chrf.score(pair.answer(), pair.references());
        Vectors.compare(found, values.get(name), () -> name + " of " + pair, errors);
      });
    }
    assertThat(errors).isEmpty();
  }

  @Test
  void equalsSacreBleuOnCorpora() {
    List<Vectors.Pair> pairs = Vectors.pairs();
    for (JsonNode corpus : Vectors.lines("corpus.jsonl")) {
      for (Map.Entry<String, Chrf> each :
          Map.of("chrf2", Chrf.CHRF, "chrfpp", Chrf.CHRF_PLUS_PLUS).entrySet()) {
        assertThat(each.getValue().score(Corpora.sum(each.getValue(), corpus, pairs)))
            .as("%s of %s", each.getKey(), corpus)
            .isCloseTo(corpus.get(each.getKey()).asDouble(), within(1e-9));
      }
    }
  }

  @Test
  void countsCodePointsAndNotUtf16Units() {
    // One character of three is common. As UTF-16 units, two of six would be.
    double[] counts = Chrf.CHRF.statistics("\uD835\uDFD9ab", List.of("\uD835\uDFD9cd"));
    assertThat(counts).startsWith(3, 3, 1);
  }
}
