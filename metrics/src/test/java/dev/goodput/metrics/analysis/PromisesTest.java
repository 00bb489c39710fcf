package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.RequestRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class PromisesTest {
  @Test
  void aPromiseTakesItsObservationsTimesTheOverlap() {
    List<RequestRecord> requests = new ArrayList<>();
    for (int i = 0; i <= 100; i++) {
      double at = i * 100;
      requests.add(RequestMaker.at(at).id(i).chunks(at + 100, at + 300).make());
    }

    LevelResult level = Analysed.level(Logs.open(requests.toArray(RequestRecord[]::new)));

    // About three in flight: overlap about six; ten requests a second.
    double overlap = 2 * Objects.requireNonNull(level.rates().concurrencyMean());
    assertThat(overlap).isBetween(5.8, 6.0);
    assertThat(level.promises())
        .extracting(LevelResult.Promise::requests)
        .containsExactly(
            (long) Math.ceil(36 * overlap),
            (long) Math.ceil(72 * overlap),
            (long) Math.ceil(368 * overlap),
            (long) Math.ceil(3688 * overlap));
    assertThat(level.promises().get(1).minutes())
        .isCloseTo(level.promises().get(1).requests() / 600.0, within(1e-9));
    assertThat(Objects.requireNonNull(level.latencies().ttft()).nEffective())
        .isCloseTo(101 / overlap, within(1e-9));
  }

  @Test
  void aPromiseNamesNoTimeWhereTheArrivalsCannotGoOn() {
    List<RequestRecord> requests = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      requests.add(RequestMaker.at(100 * i).id(i).chunks(100 * i + 10, 100 * i + 30).make());
    }
    for (LevelStarted over :
        List.of(
            new LevelStarted(0, 0, "trace", "", Double.NaN, 0, 0),
            new LevelStarted(0, 0, "burst", "", Double.NaN, 0, 0),
            new LevelStarted(0, 0, "stages", "2→20/s", 10, 0, 0))) {
      assertThat(Analysed.level(Logs.level(over, requests)).promises())
          .allMatch(promise -> promise.requests() > 0 && promise.minutes() == null);
    }
    LevelStarted goesOn = new LevelStarted(0, 0, "poisson", "", 10, 0, 0);
    assertThat(Analysed.level(Logs.level(goesOn, requests)).promises())
        .allMatch(promise -> promise.minutes() != null);
    LevelResult.Load staged =
        Analysed.level(Logs.level(new LevelStarted(0, 0, "stages", "2→20/s", 10, 0, 0), requests))
            .load();
    assertThat(staged.arrivals()).isEqualTo("stages");
    assertThat(staged.profile()).isEqualTo("2→20/s");
  }

  @Test
  void usersGoOnAsFastAsTheyAreAnsweredHoweverCloseTheyBegan() {
    List<RequestRecord> requests = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      requests.add(RequestMaker.at(i).id(i).closed().chunks(500, 1000).usage(1, 2).make());
    }
    LevelResult level = Analysed.level(Logs.closed(8, requests));

    LevelResult.Promise promise = level.promises().getFirst();
    assertThat(level.rates().rps()).isEqualTo(8);
    assertThat(promise.minutes()).isCloseTo(promise.requests() / 8.0 / 60, within(1e-9));
  }
}
