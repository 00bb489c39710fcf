package dev.goodput.workload.length;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.workload.input.WorkloadException;
import dev.goodput.workload.random.Purpose;
import dev.goodput.workload.random.RandomStream;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LengthDistributionTest {
  private static final int SAMPLE = 50_000;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "512                        | 512",
        "fixed(7)                   | 7",
        "100-500                    | uniform(100,500)",
        " Uniform( 1 , 2 )          | uniform(1,2)",
        "normal(512,64)             | normal(512,64)",
        "normal(512.5,0)            | normal(512.5,0)",
        "lognormal(300, 0.80)       | lognormal(300,0.8)",
        "mixture(0.7:normal(512,64),0.3:2000) | mixture(0.7:normal(512,64),0.3:2000)",
        "mixture(1:1-2,2:mixture(3:4)) | mixture(1:uniform(1,2),2:mixture(3:4))"
      })
  void readsWhatItWrites(String text, String canonical) {
    LengthDistribution lengths = LengthDistribution.parse(text);

    assertThat(lengths.expression()).isEqualTo(canonical);
    assertThat(LengthDistribution.parse(canonical)).isEqualTo(lengths);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''            | expected a number or a distribution at position 1, found the end",
        "many          | no distribution \"many\"",
        "unifrom(1,2)  | no distribution \"unifrom\"; did you mean uniform?",
        "-5            | expected a number or a distribution at position 1, found \"-5\"",
        "0             | expected a positive whole number at position 1, found \"0\"",
        "1.5           | expected a positive whole number at position 1, found \"1.5\"",
        "99999999999   | expected at most 16777216 at position 1",
        "500-100       | the lower end 500 is above the upper end 100",
        "normal(512    | expected \",\" at position 11, found the end",
        "normal(512,64 | expected \")\" at position 14, found the end",
        "normal(0,1)   | the mean must be above 0 at position 8",
        "512 tokens    | expected the end at position 5, found \"tokens\"",
        "mixture()     | expected a number at position 9, found \")\"",
        "mixture(0:1)  | a weight must be above 0 at position 9",
        "lognormal(1.2.3,1) | expected a number at position 11",
      })
  void reportsTheErrorAndItsPosition(String text, String problem) {
    assertThatThrownBy(() -> LengthDistribution.parse(text))
        .isInstanceOf(WorkloadException.Syntax.class)
        .hasMessageStartingWith("cannot read the lengths \"" + text + "\": " + problem)
        .hasMessageContaining("Forms: 512, 100-500")
        .hasMessageNotContaining("\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "512",
        "10-20",
        "normal(500,50)",
        "lognormal(100,0.5)",
        "mixture(1:10,3:normal(90,9))"
      })
  @Tag("property")
  void drawsHaveTheStatedMean(String text) {
    LengthDistribution lengths = LengthDistribution.parse(text);
    double[] sample = draws(lengths);

    double mean = Arrays.stream(sample).average().orElseThrow();
    assertThat(mean).isCloseTo(lengths.mean(), within(0.015 * lengths.mean()));
  }

  @Test
  @Tag("property")
  void drawsOfAUniformRangeReachBothEndsAndNothingElse() {
    double[] sample = draws(LengthDistribution.parse("3-6"));

    assertThat(Arrays.stream(sample).distinct().sorted()).containsExactly(3.0, 4.0, 5.0, 6.0);
  }

  @Test
  @Tag("property")
  void theMedianOfALogNormalIsItsFirstNumber() {
    double[] sample = draws(LengthDistribution.parse("lognormal(300,1)"));
    Arrays.sort(sample);

    assertThat(sample[SAMPLE / 2]).isCloseTo(300, within(8.0));
    assertThat(sample[(int) (SAMPLE * 0.8413)]).isCloseTo(300 * Math.E, within(25.0));
  }

  @Test
  @Tag("property")
  void drawsStayBetweenOneAndTheMaximum() {
    assertThat(Arrays.stream(draws(LengthDistribution.parse("normal(1,20)"))).min()).hasValue(1);
    assertThat(Arrays.stream(draws(LengthDistribution.parse("lognormal(0.0001,0.1)"))).max())
        .hasValue(1);
    assertThat(Arrays.stream(draws(LengthDistribution.parse("lognormal(1000000000,1)"))).max())
        .hasValue(LengthDistribution.MAX);
  }

  @Test
  @Tag("property")
  void aMixtureDrawsItsPartsByWeight() {
    double[] sample = draws(LengthDistribution.parse("mixture(1:10,3:20)"));

    assertThat(Arrays.stream(sample).filter(x -> x == 20).count() / (double) SAMPLE)
        .isCloseTo(0.75, within(0.01));
    assertThat(Arrays.stream(sample).distinct().sorted()).containsExactly(10.0, 20.0);
  }

  private static double[] draws(LengthDistribution lengths) {
    RandomStream random = RandomStream.of(9, Purpose.LENGTHS);
    double[] sample = new double[SAMPLE];
    Arrays.setAll(sample, i -> lengths.draw(random));
    return sample;
  }
}
