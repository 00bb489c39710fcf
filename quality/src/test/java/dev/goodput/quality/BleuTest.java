package dev.goodput.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class BleuTest {
  private static final Map<String, Bleu> SENTENCE =
      Map.of(
          "default", Bleu.SENTENCE,
          "corpus_class", Bleu.CORPUS,
          "lc", sentence(BleuTokenizer.V13A, BleuSmoothing.EXPONENTIAL, true),
          "none_tok", sentence(BleuTokenizer.NONE, BleuSmoothing.EXPONENTIAL, false),
          "intl", sentence(BleuTokenizer.INTERNATIONAL, BleuSmoothing.EXPONENTIAL, false),
          "char", sentence(BleuTokenizer.CHARACTER, BleuSmoothing.EXPONENTIAL, false),
          "zh", sentence(BleuTokenizer.CHINESE, BleuSmoothing.EXPONENTIAL, false),
          "floor", sentence(BleuTokenizer.V13A, BleuSmoothing.FLOOR, false),
          "addk", sentence(BleuTokenizer.V13A, BleuSmoothing.ADD_ONE, false),
          "nosmooth", sentence(BleuTokenizer.V13A, BleuSmoothing.NONE, false));

  private static final Map<String, Bleu> CORPUS =
      Map.of(
          "bleu", Bleu.CORPUS,
          "bleu_lc", new Bleu(BleuTokenizer.V13A, BleuSmoothing.EXPONENTIAL, true, false),
          "bleu_eff", Bleu.SENTENCE,
          "bleu_floor", new Bleu(BleuTokenizer.V13A, BleuSmoothing.FLOOR, false, false),
          "bleu_nosmooth", new Bleu(BleuTokenizer.V13A, BleuSmoothing.NONE, false, false));

  private static Bleu sentence(
      BleuTokenizer tokenizer, BleuSmoothing smoothing, boolean lowercase) {
    return new Bleu(tokenizer, smoothing, lowercase, true);
  }

  @Test
  void equalsSacreBleuOnSentencesWithEveryTokenizerAndSmoothing() {
    List<Vectors.Pair> pairs = Vectors.pairs();
    List<JsonNode> expected = Vectors.lines("bleu.jsonl");
    assertThat(expected).hasSize(1_200).hasSameSizeAs(pairs);
    List<String> errors = new ArrayList<>();
    for (int i = 0; i < pairs.size(); i++) {
      Vectors.Pair pair = pairs.get(i);
      JsonNode values = expected.get(i);
      SENTENCE.forEach((name, bleu) -> {
        double found = bleu.score(pair.answer(), pair.references());
        Vectors.compare(found, values.get(name), () -> name + " of " + pair, errors);
      });
    }
    assertThat(errors).isEmpty();
  }

  @Test
  void countsLengthsMatchesAndTokensAsSacreBleuDoes() {
    List<Vectors.Pair> pairs = Vectors.pairs();
    List<JsonNode> expected = Vectors.lines("bleu.jsonl");
    for (int i = 0; i < pairs.size(); i++) {
      Vectors.Pair pair = pairs.get(i);
      assertThat(Bleu.SENTENCE.statistics(pair.answer(), pair.references()))
          .as("pair %d: %s", i, pair)
          .containsExactly(numbers(expected.get(i).get("stats")));
      JsonNode tokens = expected.get(i).get("tok13a");
      if (tokens != null) {
        assertThat(String.join(" ", Bleu.SENTENCE.tokens(pair.answer())))
            .isEqualTo(tokens.asString());
      }
    }
  }

  @Test
  void equalsSacreBleuOnCorpora() {
    List<Vectors.Pair> pairs = Vectors.pairs();
    List<JsonNode> corpora = Vectors.lines("corpus.jsonl");
    assertThat(corpora).hasSize(60);
    for (JsonNode corpus : corpora) {
      for (Map.Entry<String, Bleu> each : CORPUS.entrySet()) {
        double[] sum = Corpora.sum(each.getValue(), corpus, pairs);
        assertThat(each.getValue().score(sum))
            .as("%s of %s", each.getKey(), corpus)
            .isCloseTo(corpus.get(each.getKey()).asDouble(), within(1e-9));
      }
      assertThat(Corpora.sum(Bleu.CORPUS, corpus, pairs))
          .containsExactly(numbers(corpus.get("stats")));
    }
  }

  @Test
  void isNotTheMeanOfItsSentences() {
    List<String> reference = List.of("the cat sat on the mat");
    double[] good = Bleu.CORPUS.statistics("the cat sat on the mat", reference);
    double[] bad = Bleu.CORPUS.statistics("a dog", reference);
    double[] sum = Arrays.copyOf(good, good.length);
    CorpusStatistics.add(bad, sum);
    // 8 words of 12: exp(1 - 12/8); precisions 6/8, 5/6, 4/4, 3/3.
    assertThat(Bleu.CORPUS.score(sum))
        .isCloseTo(100 * Math.exp(1 - 12.0 / 8) * Math.pow(6 / 8.0 * 5 / 6, 0.25), within(1e-9));
  }

  private static double[] numbers(JsonNode array) {
    return array.valueStream().mapToDouble(JsonNode::asDouble).toArray();
  }
}
