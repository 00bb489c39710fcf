package dev.goodput.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class PairedTestTest {
  private static final JsonNode EXPECTED = Vectors.document("paired.json");

  private static PairedTest vectors(CorpusMetric metric) {
    List<Vectors.Pair> pairs = Vectors.pairs();
    List<double[]> first = new ArrayList<>();
    List<double[]> second = new ArrayList<>();
    List<String> changed = Vectors.strings(EXPECTED.get("sysB"));
    for (JsonNode id : EXPECTED.get("ids").values()) {
      Vectors.Pair pair = pairs.get(id.asInt());
      second.add(metric.statistics(changed.get(first.size()), pair.references()));
      first.add(metric.statistics(pair.answer(), pair.references()));
    }
    return new PairedTest(metric, first, second);
  }

  private static void compare(CorpusMetric metric, String name) {
    JsonNode bootstrap = EXPECTED.get("result").get("bs").get(name);
    PairedTest test = vectors(metric);
    PairedTest.Bootstrap found = test.bootstrap(1_000, 7);
    compare(found.first(), bootstrap.get(0));
    compare(found.second(), bootstrap.get(1));
    assertThat(found.p()).isCloseTo(bootstrap.get(1).get("p").asDouble(), within(1e-12));
    assertThat(found.low()).isLessThan(found.difference());
    assertThat(found.high()).isGreaterThan(found.difference()).isNegative();
    JsonNode randomization = EXPECTED.get("result").get("ar").get(name);
    assertThat(test.randomization(10_000, 7))
        .isCloseTo(randomization.get(1).get("p").asDouble(), within(1e-12));
  }

  /// The random numbers differ from NumPy's: with 1,000 resamples the mean may differ by a tenth of
  /// the half width (2 of its standard errors and more), the half width by a fifth.
  private static void compare(PairedTest.Resampled found, JsonNode expected) {
    double halfWidth = expected.get("ci").asDouble();
    assertThat(found.score()).isCloseTo(expected.get("score").asDouble(), within(1e-9));
    assertThat(found.mean()).isCloseTo(expected.get("mean").asDouble(), within(halfWidth / 10));
    assertThat(found.halfWidth()).isCloseTo(halfWidth, within(halfWidth / 5));
  }

  @Test
  void agreesWithSacreBleuOnBleu() {
    compare(Bleu.CORPUS, "BLEU");
  }

  @Test
  void agreesWithSacreBleuOnChrf() {
    compare(Chrf.CHRF, "chrF2");
  }

  @Test
  void findsNoDifferenceBetweenEqualSides() {
    PairedTest vectors = vectors(Bleu.CORPUS);
    PairedTest test = new PairedTest(Bleu.CORPUS, vectors.first(), vectors.first());
    assertThat(test.randomization(200, 1)).isEqualTo(1);
    PairedTest.Bootstrap found = test.bootstrap(200, 1);
    assertThat(found.low()).isZero();
    assertThat(found.high()).isZero();
  }

  /// Both sides answer 100 questions rightly with the same probability, so at most 5 % of the tests
  /// may find a difference at that level: of 200 at most 20 (three standard deviations above 10).
  @Test
  @Tag("property")
  void keepsItsLevelWhereBothSidesAreAlike() {
    long seed = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed);
    int found = 0;
    int outside = 0;
    for (int i = 0; i < 200; i++) {
      PairedTest test = new PairedTest(mean(), answers(random, 0.7), answers(random, 0.7));
      found += test.randomization(200, random.nextLong()) <= 0.05 ? 1 : 0;
      PairedTest.Bootstrap bootstrap = test.bootstrap(400, random.nextLong());
      outside += bootstrap.low() > 0 || bootstrap.high() < 0 ? 1 : 0;
    }
    assertThat(found).as("randomization, seed %d", seed).isLessThanOrEqualTo(20);
    assertThat(outside).as("bootstrap, seed %d", seed).isLessThanOrEqualTo(22);
  }

  private static MeanScore mean() {
    return new MeanScore((answer, references) -> references.contains(answer) ? 1 : 0);
  }

  private static List<double[]> answers(SplittableRandom random, double right) {
    List<double[]> answers = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      answers.add(new double[] {random.nextDouble() < right ? 1 : 0, 1});
    }
    return answers;
  }

  @Test
  void needsPairs() {
    List<double[]> one = List.of(new double[] {1, 1});
    assertThatThrownBy(() -> new PairedTest(mean(), one, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("1 and 0 answers are no pairs");
  }
}
