package dev.goodput.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class FiguresTest {
  @Test
  void givesLatenciesThreeDigitsInASensibleUnit() {
    assertThat(Figures.duration(0.0412)).isEqualTo("0.041 ms");
    assertThat(Figures.duration(9.4089)).isEqualTo("9.41 ms");
    assertThat(Figures.duration(66.16)).isEqualTo("66.2 ms");
    assertThat(Figures.duration(118.4)).isEqualTo("118 ms");
    assertThat(Figures.duration(2310.0)).isEqualTo("2.31 s");
    assertThat(Figures.duration(123_456.0)).isEqualTo("123 s");
  }

  @Test
  void carriesIntoTheNextUnitAndDigitWhenRounding() {
    assertThat(Figures.duration(9.996)).isEqualTo("10.0 ms");
    assertThat(Figures.duration(99.96)).isEqualTo("100 ms");
    assertThat(Figures.duration(999.4)).isEqualTo("999 ms");
    assertThat(Figures.duration(999.6)).isEqualTo("1.00 s");
  }

  @Test
  void showsNotApplicableInsteadOfZero() {
    assertThat(Figures.duration(null)).isEqualTo("not applicable");
    assertThat(Figures.number(null)).isEqualTo("not applicable");
    assertThat(Figures.share(null)).isEqualTo("not applicable");
    assertThat(Figures.duration(0.0)).isEqualTo("0 ms");
  }

  @Test
  void neverRoundsAShareUpToAllOrDownToNothing() {
    assertThat(Figures.share(1.0)).isEqualTo("100 %");
    assertThat(Figures.share(0.99996)).isEqualTo("> 99.9 %");
    assertThat(Figures.share(0.0)).isEqualTo("0 %");
    assertThat(Figures.share(0.00001)).isEqualTo("< 0.01 %");
    assertThat(Figures.share(0.971)).isEqualTo("97.1 %");
    assertThat(Figures.share(0.09)).isEqualTo("9 %");
  }

  @Test
  void groupsLargeNumbersAndKeepsAllTheirDigits() {
    assertThat(Figures.number(1611.7)).isEqualTo("1,612");
    assertThat(Figures.count(1_234_567)).isEqualTo("1,234,567");
  }

  @Test
  void writesBoundsAndSpeedsWithoutInsignificantDigits() {
    assertThat(Figures.bound(200)).isEqualTo("200 ms");
    assertThat(Figures.bound(2500)).isEqualTo("2.5 s");
    assertThat(Figures.plain(5)).isEqualTo("5");
    assertThat(Figures.plain(100)).isEqualTo("100");
    assertThat(Figures.plain(99.9)).isEqualTo("99.9");
  }

  @Test
  void writesSpansInSecondsThenMinutesThenHours() {
    assertThat(Figures.span(0.5)).isEqualTo("0.5 s");
    assertThat(Figures.span(30)).isEqualTo("30 s");
    assertThat(Figures.span(301)).isEqualTo("5 min");
    assertThat(Figures.span(7_500)).isEqualTo("2 h 5 min");
  }

  @Test
  @Tag("property")
  void isNeverOffByMoreThanHalfOfTheThirdDigit() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      double value = Math.exp(random.nextDouble() * 30 - 8);
      double read = Double.parseDouble(Figures.number(value).replace(",", ""));
      assertThat(Math.abs(read - value) / value)
          .as("%s written %s, seed %s", value, Figures.number(value), seed)
          .isLessThanOrEqualTo(0.00501);
    }
  }

  @Test
  void givesAShortSpanInMilliseconds() {
    assertThat(Figures.span(0)).isEqualTo("0 s");
    assertThat(Figures.span(0.02)).isEqualTo("20.0 ms");
    assertThat(Figures.span(0.1)).isEqualTo("0.1 s");
    assertThat(Figures.span(4.26)).isEqualTo("4.3 s");
  }

  @Test
  void countsWholeObservations() {
    assertThat(Figures.observations(0.105)).isEqualTo("less than one independent observation");
    assertThat(Figures.observations(1.2)).isEqualTo("about 1 independent observation");
    assertThat(Figures.observations(7.4)).isEqualTo("about 7 independent observations");
  }
}
