package dev.goodput.metrics.slo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The parser either accepts a text, so that its printed form parses to the same SLO, or rejects it
/// with a one-line message.
@Tag("fuzz")
class SloFuzzTest {
  private static final String ALPHABET = "pP0123456789.<>=≤,; \tttftpoei2lmsuµandk_-%\"\n\u0000é";
  private static final int ROUNDS = 60_000;

  private static List<String> corpus() throws IOException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(SloFuzzTest.class.getResourceAsStream("slo-corpus.txt")),
                StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    }
  }

  private static void check(String text, String note) {
    try {
      Slo slo = Slo.parse(text);
      if (!slo.bounds().isEmpty()) {
        assertThat(Slo.parse(slo.expression())).as(note).isEqualTo(slo);
      }
    } catch (SloSyntaxException e) {
      assertThat(e.position()).as(note).isBetween(1, text.length() + 1);
      assertThat(e.getMessage()).as(note).isNotBlank().doesNotContain("\n");
    }
  }

  private static String mutate(String text, Random random) {
    StringBuilder mutant = new StringBuilder(text);
    for (int edits = 1 + random.nextInt(4); edits > 0; edits--) {
      int at = random.nextInt(mutant.length() + 1);
      char c = ALPHABET.charAt(random.nextInt(ALPHABET.length()));
      int kind = random.nextInt(4);
      if (kind == 0 || at == mutant.length()) {
        mutant.insert(at, c);
      } else if (kind == 1) {
        mutant.deleteCharAt(at);
      } else if (kind == 2) {
        mutant.setCharAt(at, c);
      } else {
        mutant.insert(at, mutant.substring(at));
      }
    }
    return mutant.toString();
  }

  @Test
  void everyTextOfTheCorpusIsReadOrRefusedInOneLine() throws IOException {
    for (String text : corpus()) {
      check(text, text);
    }
  }

  @Test
  void everyMutantIsReadOrRefused() throws IOException {
    long seed = Long.getLong("goodput.fuzz.seed", 20261121L);
    Random random = new Random(seed);
    List<String> corpus = corpus();
    for (int round = 0; round < ROUNDS; round++) {
      String text = mutate(corpus.get(random.nextInt(corpus.size())), random);
      check(text, "seed " + seed + " round " + round);
    }
  }
}
