package dev.goodput.metrics.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RatingTest {
  @Test
  void ratesTtftByItsBands() {
    assertThat(Rating.ofTtft(99.9)).isEqualTo(Rating.INSTANT);
    assertThat(Rating.ofTtft(100)).isEqualTo(Rating.EXCELLENT);
    assertThat(Rating.ofTtft(200)).isEqualTo(Rating.ACCEPTABLE);
    assertThat(Rating.ofTtft(800)).isEqualTo(Rating.ACCEPTABLE);
    assertThat(Rating.ofTtft(801)).isEqualTo(Rating.SLOW);
    assertThat(Rating.ofTtft(1000)).isEqualTo(Rating.SLOW);
    assertThat(Rating.ofTtft(1001)).isEqualTo(Rating.POOR);
    assertThat(Rating.ofTtft(2000)).isEqualTo(Rating.POOR);
    assertThat(Rating.ofTtft(2001)).isEqualTo(Rating.ABANDONED);
  }

  @Test
  void ratesTpotByItsBands() {
    assertThat(Rating.ofTpot(29.9)).isEqualTo(Rating.EXCELLENT);
    assertThat(Rating.ofTpot(30)).isEqualTo(Rating.ACCEPTABLE);
    assertThat(Rating.ofTpot(80)).isEqualTo(Rating.ACCEPTABLE);
    assertThat(Rating.ofTpot(81)).isEqualTo(Rating.NOTICEABLE);
    assertThat(Rating.ofTpot(100)).isEqualTo(Rating.NOTICEABLE);
    assertThat(Rating.ofTpot(101)).isEqualTo(Rating.POOR);
    assertThat(Rating.ofTpot(150)).isEqualTo(Rating.POOR);
    assertThat(Rating.ofTpot(151)).isEqualTo(Rating.STUTTERS);
  }

  @Test
  void ratesEndToEndLatencyByTheAnswersLength() {
    assertThat(Rating.ofE2el(1_999, 100)).isEqualTo(Rating.EXCELLENT);
    assertThat(Rating.ofE2el(2_001, 100)).isEqualTo(Rating.ACCEPTABLE);
    assertThat(Rating.ofE2el(7_999, 100)).isEqualTo(Rating.ACCEPTABLE);
    assertThat(Rating.ofE2el(8_001, 100)).isEqualTo(Rating.SLOW);
    assertThat(Rating.ofE2el(29_999, 500)).isEqualTo(Rating.ACCEPTABLE);
    assertThat(Rating.ofE2el(30_001, 500)).isEqualTo(Rating.SLOW);
    assertThat(Rating.ofE2el(29_999, 2000)).isEqualTo(Rating.EXCELLENT);
    assertThat(Rating.ofE2el(119_999, 2000)).isEqualTo(Rating.ACCEPTABLE);
    assertThat(Rating.ofE2el(120_001, 2000)).isEqualTo(Rating.SLOW);
  }

  @Test
  void betweenTheLengthsEdgesLieBetween() {
    assertThat(Rating.ofE2el(3_900, 223.6)).isEqualTo(Rating.EXCELLENT);
    assertThat(Rating.ofE2el(4_100, 223.6)).isEqualTo(Rating.ACCEPTABLE);
    assertThat(Rating.ofE2el(100, 1)).isEqualTo(Rating.ACCEPTABLE);
  }

  @Test
  void theWordIsTheNameInSmallLetters() {
    assertThat(Rating.EXCELLENT.label()).isEqualTo("excellent");
  }
}
