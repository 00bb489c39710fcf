package dev.goodput.workload.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.workload.testing.Distributions;
import dev.goodput.workload.testing.KolmogorovSmirnov;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RandomStreamTest {
  private static final int SAMPLE = 20_000;

  @Test
  void isReproducibleOnEveryMachine() {
    RandomStream stream = RandomStream.of(42, Purpose.ARRIVALS);

    assertThat(new long[] {stream.nextLong(), stream.nextLong(), stream.nextLong()})
        .containsExactly(-1192042712200026223L, -7586816956119403229L, 4340082645218966214L);
    assertThat(stream.nextExponential()).isEqualTo(0.9986316460305924);
    assertThat(stream.nextGaussian()).isEqualTo(0.8256320732021512);
    assertThat(stream.nextGamma(0.25)).isEqualTo(0.031721138274978807);
  }

  @Test
  void scattersAsSplitMixDoes() {
    // The reference implementation's first outputs for seed 1234567.
    long golden = 0x9e3779b97f4a7c15L;

    assertThat(RandomStream.mix(1234567 + golden)).isEqualTo(6457827717110365317L);
    assertThat(RandomStream.mix(1234567 + 2 * golden)).isEqualTo(3203168211198807973L);
  }

  @Test
  void purposesAndItemsHaveTheirOwnStreams() {
    long arrivals = RandomStream.of(7, Purpose.ARRIVALS).nextLong();

    assertThat(RandomStream.of(7, Purpose.ARRIVALS).nextLong()).isEqualTo(arrivals);
    assertThat(RandomStream.of(7, Purpose.LENGTHS).nextLong()).isNotEqualTo(arrivals);
    assertThat(RandomStream.of(8, Purpose.ARRIVALS).nextLong()).isNotEqualTo(arrivals);
    assertThat(RandomStream.of(7, Purpose.TEXT, 1).nextLong())
        .isNotEqualTo(RandomStream.of(7, Purpose.TEXT, 2).nextLong());
  }

  @Test
  @Tag("property")
  void wholeNumbersAreEvenlySpread() {
    RandomStream stream = RandomStream.of(3, Purpose.ORDER);
    int[] counts = new int[10];
    for (int i = 0; i < SAMPLE; i++) {
      counts[stream.nextInt(10)]++;
    }

    double chiSquare = 0;
    for (int count : counts) {
      chiSquare += (count - SAMPLE / 10.0) * (count - SAMPLE / 10.0) / (SAMPLE / 10.0);
    }
    // The 99.9 % point of chi-square with 9 degrees of freedom.
    assertThat(chiSquare).isLessThan(27.88);
  }

  @Test
  void refusesAnEmptyRange() {
    RandomStream stream = RandomStream.of(3, Purpose.ORDER);

    assertThatThrownBy(() -> stream.nextInt(0)).hasMessageContaining("bound must be positive");
  }

  @Test
  @Tag("property")
  void realNumbersFollowTheirDistributions() {
    assertThat(fit(RandomStream::nextDouble, x -> x)).isLessThan(limit());
    assertThat(fit(RandomStream::nextExponential, Distributions::exponential)).isLessThan(limit());
    assertThat(fit(RandomStream::nextGaussian, Distributions::normal)).isLessThan(limit());
    assertThat(fit(s -> s.nextGamma(0.25), x -> Distributions.gamma(0.25, x))).isLessThan(limit());
    assertThat(fit(s -> s.nextGamma(4), x -> Distributions.gamma(4, x))).isLessThan(limit());
  }

  @Test
  void neverTakesTheLogarithmOfZero() {
    RandomStream stream = RandomStream.of(5, Purpose.TEXT);
    double least = 1;
    double most = 0;
    for (int i = 0; i < SAMPLE; i++) {
      double value = stream.nextPositive();
      least = Math.min(least, value);
      most = Math.max(most, value);
    }

    assertThat(least).isPositive();
    assertThat(most).isCloseTo(1, within(0.001)).isLessThanOrEqualTo(1);
  }

  private static double limit() {
    return KolmogorovSmirnov.ONE_IN_A_THOUSAND;
  }

  private static double fit(ToDoubleFunction<RandomStream> draw, DoubleUnaryOperator distribution) {
    RandomStream stream = RandomStream.of(11, Purpose.LENGTHS);
    double[] sample = new double[SAMPLE];
    for (int i = 0; i < SAMPLE; i++) {
      sample[i] = draw.applyAsDouble(stream);
    }
    return KolmogorovSmirnov.statistic(sample, distribution);
  }
}
