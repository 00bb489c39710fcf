package dev.goodput.metrics.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.testing.RequestMaker;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrafficTrendTest {
  private static final long SECOND = 1_000_000_000L;

  private static RequestMaker answer(double atMs) {
    return RequestMaker.at(atMs).chunks(atMs + 50, atMs + 60).usage(5, 2);
  }

  @Test
  void everySecondHasItsPointIdleOnesToo() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    meter.add(answer(1000).make());
    meter.add(answer(1200).make());
    meter.add(answer(4000).make());

    List<TrendPoint> seconds = meter.snapshot(6 * SECOND + SECOND / 2).trend().seconds();

    assertThat(seconds).extracting(TrendPoint::ok).containsExactly(0L, 2L, 0L, 0L, 1L, 0L, 0L);
    assertThat(seconds).extracting(TrendPoint::outputTokens).startsWith(0L, 4L);
    assertThat(seconds.get(1).atNanos()).isEqualTo(SECOND);
    assertThat(seconds.get(1).ttftP50Ms()).isEqualTo(50.0);
    assertThat(seconds.get(0).ttftP50Ms()).isNull();
    assertThat(seconds.getLast().seconds()).isEqualTo(0.5);
  }

  @Test
  void theTrendIsAQuarterOfAnHourOfSecondsAndADayOfMinutes() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    for (int minute = 0; minute < 26 * 60; minute += 7) {
      meter.add(answer(minute * 60_000.0).make());
    }

    Trend trend = meter.snapshot(26 * 3600 * SECOND).trend();

    assertThat(trend.seconds()).hasSize(900);
    assertThat(trend.minutes()).hasSize(1440);
    assertThat(trend.minutes().getLast().atNanos()).isEqualTo(26 * 3600 * SECOND);
    assertThat(trend.minutes().stream().mapToLong(TrendPoint::ok).sum()).isBetween(204L, 207L);
  }

  @Test
  void whatComesLateCountsInTheOldestSecondThatIsOpen() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    meter.add(answer(100_000).make());
    meter.add(answer(10_000).make());
    meter.add(answer(98_000).make());

    List<TrendPoint> seconds = meter.snapshot(101 * SECOND).trend().seconds();

    assertThat(seconds.get(96).ok()).isEqualTo(1);
    assertThat(seconds.get(98).ok()).isEqualTo(1);
    assertThat(seconds.stream().mapToLong(TrendPoint::ok).sum()).isEqualTo(3);
  }

  @Test
  void aLongSilenceCostsNoMoreThanTheTrendIsLong() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    meter.add(answer(0).make());
    meter.add(answer(40.0 * 24 * 3600 * 1000).make());

    Trend trend = meter.snapshot(41L * 24 * 3600 * SECOND).trend();

    assertThat(trend.seconds()).hasSize(900).allMatch(point -> point.ok() == 0);
    assertThat(trend.minutes()).hasSize(1440);
  }

  @Test
  void theTrendCarriesOnWhatIsInFlight() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    meter.inFlight(SECOND, List.of(new InFlight("a", 5, 2, 3), new InFlight("b", 1, 1, 0)));
    meter.inFlight(20 * SECOND, List.of(new InFlight("a", 9, 9, 0)));

    List<TrendPoint> seconds = meter.snapshot(21 * SECOND).trend().seconds();

    assertThat(seconds.get(0).inFlight()).isZero();
    assertThat(seconds.get(10).inFlight()).isEqualTo(6);
    assertThat(seconds.get(10).awaiting()).isEqualTo(3);
    assertThat(seconds.get(20).inFlight()).isEqualTo(9);
  }
}
