package dev.goodput.workload.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.workload.tokenizer.PromptCalibration;
import dev.goodput.workload.tokenizer.PromptCalibration.Sample;
import dev.goodput.workload.tokenizer.Tokenizer;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PromptWriterTest {
  private static final int OVERHEAD = 11;

  @ParameterizedTest
  @ValueSource(strings = {"cl100k_base", "o200k_base", "byte-level", "metaspace", "bytes"})
  @Tag("property")
  void hasExactlyTheRequestedTokens(String name) throws URISyntaxException {
    Tokenizer tokenizer = tokenizer(name);
    PromptWriter writer = PromptWriter.exact(tokenizer, OVERHEAD);

    for (int i = 0; i < 150; i++) {
      int requested = 40 + i * i % 1500;
      String text = writer.write(3, i, requested);
      assertThat(tokenizer.count(text) + OVERHEAD)
          .as("asked %d, item %d", requested, i)
          .isEqualTo(requested);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"o200k_base", "byte-level"})
  @Tag("property")
  void isCloseForVeryShortPrompts(String name) throws URISyntaxException {
    Tokenizer tokenizer = tokenizer(name);
    PromptWriter writer = PromptWriter.exact(tokenizer, 0);

    for (int requested = 1; requested < 30; requested++) {
      assertThat(tokenizer.count(writer.write(3, requested, requested)))
          .isCloseTo(requested, within(2));
    }
  }

  @Test
  void countsTheSameWithoutWriting() {
    PromptWriter writer = PromptWriter.exact(Tokenizer.of("o200k_base"), OVERHEAD);
    PromptWriter silent = writer.withoutText();

    assertThat(silent.write(1, 1, 900)).isEmpty();
    assertThat(silent.write(new PrefixBlocks(1, 512, new long[] {1, 2}), 900)).isEmpty();
    assertThat(silent.count("some words of text")).isEqualTo(writer.count("some words of text"));
    assertThat(silent.overheadTokens()).isEqualTo(OVERHEAD);
  }

  @Test
  void writesAtLeastOneTokenWithALargeOverhead() {
    PromptWriter writer = PromptWriter.exact(Tokenizer.of("o200k_base"), OVERHEAD);

    assertThat(writer.write(1, 1, 3)).isNotBlank();
  }

  @Test
  @Tag("property")
  void hasTheRequestedTokensOnAverageWithACalibration() {
    Tokenizer server = Tokenizer.of("cl100k_base");
    PromptCalibration learned = learnFrom(server);
    PromptWriter writer = PromptWriter.calibrated(learned);

    double requested = 0;
    double got = 0;
    for (int i = 0; i < 100; i++) {
      int tokens = 100 + 13 * i;
      requested += tokens;
      int counted = server.count(writer.write(7, i, tokens)) + OVERHEAD;
      assertThat(counted).isCloseTo(tokens, within(Math.max(12, tokens / 20)));
      got += counted;
    }
    assertThat(got / requested).isCloseTo(1, within(0.01));
  }

  private static PromptCalibration learnFrom(Tokenizer server) {
    return PromptCalibration.learn(probe(server));
  }

  /// Returns the prompt tokens that a server with this tokenizer reports for the probes.
  private static List<Sample> probe(Tokenizer server) {
    return PromptWriter.probes().stream()
        .map(text -> new Sample(text.split("\\s+").length, server.count(text) + OVERHEAD))
        .toList();
  }

  /// If a new word list makes this fail, choose another seed for the probes.
  @ParameterizedTest
  @ValueSource(strings = {"cl100k_base", "o200k_base", "r50k_base", "bytes"})
  @Tag("property")
  void theProbesCostWhatTheAverageTextCosts(String name) throws URISyntaxException {
    Tokenizer tokenizer = tokenizer(name);
    PromptWriter writer = PromptWriter.calibrated(new PromptCalibration(1, 0));
    double tokens = 0;
    for (int i = 0; i < 60; i++) {
      tokens += tokenizer.count(writer.write(99, i, 1000));
    }

    double cost = PromptCalibration.learn(probe(tokenizer)).tokensPerWord();
    assertThat(cost / (tokens / 60_000)).isCloseTo(1, within(0.015));
  }

  @Test
  void measuresTheOverheadNextToATokenizer() {
    Tokenizer tokenizer = Tokenizer.of("o200k_base");

    assertThat(PromptWriter.exact(tokenizer, probe(tokenizer)).overheadTokens())
        .isEqualTo(OVERHEAD);
    assertThat(PromptWriter.exact(tokenizer, List.of()).overheadTokens())
        .isEqualTo(PromptCalibration.DEFAULT.overheadTokens());
    assertThat(PromptWriter.exact(tokenizer, List.of(new Sample(24, 3))).overheadTokens()).isZero();
  }

  @Test
  void aProbeHasItsWords() {
    for (int words : new int[] {1, 5, 64, 512}) {
      assertThat(PromptWriter.probe(words).split("\\s+")).hasSize(words);
    }
  }

  @Test
  void theSameSeedAndItemGiveTheSameTextInAnyOrder() {
    PromptWriter one = PromptWriter.calibrated(PromptCalibration.DEFAULT);
    PromptWriter two = PromptWriter.calibrated(PromptCalibration.DEFAULT);
    String ninth = one.write(5, 9, 300);
    one.write(5, 10, 300);

    assertThat(two.write(5, 9, 300)).isEqualTo(ninth);
    assertThat(two.write(6, 9, 300)).isNotEqualTo(ninth);
  }

  @Test
  @Tag("property")
  void noTwoTextsShareAPrefix() {
    PromptWriter writer = PromptWriter.calibrated(PromptCalibration.DEFAULT);
    Set<String> beginnings = new HashSet<>();

    for (int seed = 0; seed < 2; seed++) {
      for (int item = 0; item < 50_000; item++) {
        String text = writer.write(seed, item, 20);
        assertThat(beginnings.add(text.substring(0, text.indexOf('.')))).as(text).isTrue();
      }
    }
  }

  @Test
  void readsLikeSentences() {
    String text = PromptWriter.calibrated(PromptCalibration.DEFAULT).write(1, 1, 2000);

    String[] sentences = text.split("(?<=\\.) ");
    assertThat(sentences.length).isBetween(100, 300);
    assertThat(sentences).allSatisfy(s -> assertThat(s).endsWith("."));
    assertThat(sentences[7]).matches("[A-Z].*");
    assertThat(text).doesNotContain("  ").doesNotContainPattern(" a [aeiou]");
  }

  @Test
  @Tag("property")
  void equalBlocksHaveEqualText() {
    Tokenizer tokenizer = Tokenizer.of("o200k_base");
    PromptWriter writer = PromptWriter.exact(tokenizer, OVERHEAD);
    String one = writer.write(new PrefixBlocks(1, 512, new long[] {0, 7, 8}), 1400);
    String other = writer.write(new PrefixBlocks(1, 512, new long[] {0, 7, 9, 10}), 1800);
    String elsewhere = writer.write(new PrefixBlocks(2, 512, new long[] {0, 7, 8}), 1400);

    assertThat(tokenizer.count(shared(one, other))).isBetween(1020, 1030);
    assertThat(tokenizer.count(shared(one, elsewhere))).isLessThan(3);
    assertThat(tokenizer.count(one) + OVERHEAD).isEqualTo(1400);
    assertThat(tokenizer.count(other) + OVERHEAD).isEqualTo(1800);
    assertThat(writer.write(new PrefixBlocks(1, 512, new long[] {0, 7, 8}), 1400)).isEqualTo(one);
  }

  @Test
  void blocksThatDoNotFitAreTruncated() {
    Tokenizer tokenizer = Tokenizer.of("o200k_base");
    PromptWriter writer = PromptWriter.exact(tokenizer, OVERHEAD);
    String text = writer.write(new PrefixBlocks(1, 512, new long[] {0, 7, 8}), 600);

    assertThat(tokenizer.count(text) + OVERHEAD).isEqualTo(600);
  }

  @Test
  void countsGivenTexts() {
    PromptWriter exact = PromptWriter.exact(Tokenizer.of("cl100k_base"), OVERHEAD);
    PromptWriter estimated = PromptWriter.calibrated(new PromptCalibration(1.2, 5));

    assertThat(exact.count("tiktoken is great!")).isEqualTo(6);
    assertThat(exact.overheadTokens()).isEqualTo(OVERHEAD);
    assertThat(estimated.count("one two three four five six seven eight nine ten")).isEqualTo(12);
    assertThat(estimated.count("東京都千代田区")).isBetween(3, 7);
    assertThat(estimated.exact()).isFalse();
    assertThat(estimated.description()).isEqualTo("estimated at 1.200 tokens a word");
    assertThat(exact.description()).isEqualTo("tokenizer cl100k_base");
  }

  @Test
  void uniquePrefixesDiffer() {
    PromptWriter writer = PromptWriter.calibrated(PromptCalibration.DEFAULT);

    assertThat(writer.unlike(1, 1)).endsWith(".\n").isNotEqualTo(writer.unlike(1, 2));
    assertThat(writer.unlike(2, 1)).isNotEqualTo(writer.unlike(1, 1));
  }

  private static String shared(String one, String other) {
    int length = 0;
    while (one.charAt(length) == other.charAt(length)) {
      length++;
    }
    return one.substring(0, length);
  }

  private static Tokenizer tokenizer(String name) throws URISyntaxException {
    var file = PromptWriterTest.class.getResource("../tokenizer/" + name + ".json");
    return Tokenizer.of(
        file == null ? name : Path.of(Objects.requireNonNull(file).toURI()).toString());
  }
}
