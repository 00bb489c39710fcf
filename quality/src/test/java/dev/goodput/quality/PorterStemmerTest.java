package dev.goodput.quality;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class PorterStemmerTest {
  @Test
  void equalsNltkOnEveryWord() {
    List<JsonNode> words = Vectors.lines("porter.jsonl");
    assertThat(words).hasSize(3_846);
    assertThat(words)
        .allSatisfy(each ->
            assertThat(PorterStemmer.stem(each.get(0).asString()))
                .isEqualTo(each.get(1).asString()));
  }
}
