package dev.goodput.quality;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class RougeTest {
  @Test
  void equalsRougeScore() {
    List<JsonNode> expected = Vectors.lines("rouge.jsonl");
    assertThat(expected).hasSize(1_200);
    compare(Vectors.pairs(), expected);
  }

  @Test
  void equalsRougeScoreWhereTheStemmerMatters() {
    List<JsonNode> lines = Vectors.lines("stem.jsonl");
    assertThat(lines).hasSize(200);
    compare(lines.stream().map(Vectors.Pair::of).toList(), lines);
  }

  private static void compare(List<Vectors.Pair> pairs, List<JsonNode> expected) {
    List<String> errors = new ArrayList<>();
    for (int i = 0; i < pairs.size(); i++) {
      for (Rouge rouge : Rouge.values()) {
        compare(rouge, pairs.get(i), expected.get(i).get("plain"), false, errors);
        compare(rouge, pairs.get(i), expected.get(i).get("stem"), true, errors);
      }
    }
    assertThat(errors).isEmpty();
  }

  private static void compare(
      Rouge rouge, Vectors.Pair pair, JsonNode expected, boolean stem, List<String> errors) {
    Rouge.Overlap found = rouge.score(pair.answer(), pair.references(), stem);
    JsonNode values = expected.get(rouge.label());
    double[] scores = {found.precision(), found.recall(), found.f1()};
    for (int i = 0; i < scores.length; i++) {
      String what = "%s (%s, value %d)".formatted(rouge, stem ? "stem" : "plain", i);
      Vectors.compare(scores[i], values.get(i), () -> what + " of " + pair, errors);
    }
  }

  @Test
  void scoresLongTextsInLittleMemory() {
    String words = "one two three four five six seven eight nine ten ".repeat(800);
    assertThat(Rouge.ROUGE_L.score(words, List.of(words), false).f1()).isEqualTo(1);
    assertThat(Rouge.ROUGE_LSUM.score(words, List.of(words), false).f1()).isEqualTo(1);
  }
}
