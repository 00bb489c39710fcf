package dev.goodput.operate.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.observe.ServiceObservation;
import dev.goodput.operate.review.PeriodSums.Energy;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A period of an hour, and the one before.
final class EnergySumsTest {
  private static final Instant BEGIN = Instant.parse("2026-11-27T12:00:00Z");

  private final PeriodSums now = new PeriodSums();
  private final PeriodSums before = new PeriodSums();
  private final EnergySums sums =
      new EnergySums(new ReviewPeriod(BEGIN, BEGIN.plus(Duration.ofHours(1))), now, before);

  /// An upstream of 100 W whose gateway started at a minute.
  private void observe(String upstream, int startedMinute, int fromMinute, int untilMinute) {
    for (int minute = fromMinute; minute <= untilMinute; minute++) {
      double seconds = 60.0 * (minute - startedMinute);
      sums.add(
          new ServiceObservation.Energy(
              BEGIN.plus(Duration.ofMinutes(minute)), upstream, 100 * seconds, seconds));
    }
  }

  @Test
  void separatesThePeriods() {
    sums.startDirectory();
    observe("a", -100, -30, 29);
    assertThat(before.energy()).isEqualTo(Map.of("a", new Energy(29 * 6_000.0, 29 * 60)));
    assertThat(now.energy()).isEqualTo(Map.of("a", new Energy(30 * 6_000.0, 30 * 60)));
  }

  @Test
  void countsWhatTwoGatewaysReadOnce() {
    sums.startDirectory();
    observe("a", 0, 0, 20);
    sums.startDirectory();
    observe("a", -500, 5, 15);
    assertThat(now.energy().get("a")).isEqualTo(new Energy(20 * 6_000.0, 20 * 60));
  }

  /// The next gateway counts from 0.
  @Test
  void inventsNothingBetweenTwoDirectories() {
    sums.startDirectory();
    observe("a", 0, 0, 20);
    sums.startDirectory();
    observe("a", 25, 30, 40);
    assertThat(now.energy().get("a")).isEqualTo(new Energy(30 * 6_000.0, 30 * 60));
  }

  @Test
  void aCountThatFallsIsANewBegin() {
    sums.startDirectory();
    observe("a", 0, 0, 10);
    observe("a", 11, 11, 20);
    assertThat(now.energy().get("a")).isEqualTo(new Energy(19 * 6_000.0, 19 * 60));
  }
}
