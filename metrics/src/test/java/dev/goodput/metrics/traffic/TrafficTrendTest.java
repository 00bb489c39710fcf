package dev.goodput.metrics.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.stream.RequestView;
import dev.goodput.metrics.testing.RandomRun;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.RequestRecord;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TrafficTrendTest {
  private static final long SECOND = 1_000_000_000L;
  private static final ArrivedTokens TOKEN = new ArrivedTokens(1, 0);

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
    assertThat(seconds).extracting(point -> point.output().all()).startsWith(0L, 4L);
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

  @Test
  void tokensLieInTheSecondsInWhichTheyCame() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    meter.add(RequestMaker.at(500).chunks(1500, 1600, 3500, 70_500).usage(7, 8).make());

    Trend trend = meter.snapshot(72 * SECOND).trend();

    assertThat(trend.seconds().get(1).output().all()).isEqualTo(4);
    assertThat(trend.seconds().get(1).input().all()).isEqualTo(7);
    assertThat(trend.seconds().get(3).output().all()).isEqualTo(2);
    assertThat(trend.seconds().get(70).output().all()).isEqualTo(2);
    assertThat(trend.seconds().get(70).endedTokens()).isEqualTo(8);
    assertThat(trend.seconds().get(70).residenceSeconds()).isEqualTo(70.0);
    assertThat(trend.minutes()).extracting(point -> point.output().all()).containsExactly(6L, 2L);
  }

  @Test
  void whatEndsLateAmendsSecondsThatWereTold() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    meter.add(answer(1000).make());
    TrendPoint before = meter.snapshot(100 * SECOND).trend().seconds().get(1);
    meter.add(RequestMaker.at(900).chunks(1500, 101_500).usage(7, 6).make());
    TrendPoint after = meter.snapshot(102 * SECOND).trend().seconds().get(1);

    assertThat(before.output().all()).isEqualTo(2);
    assertThat(after.output().all()).isEqualTo(5);
    assertThat(after.ttftP50Ms()).isEqualTo(before.ttftP50Ms()).isEqualTo(50.0);
  }

  @Test
  void tenUsersOfAnswersOfAMinuteHaveTheSameOutputAllTheTime() {
    InventedServer server = new InventedServer(3000, streams -> 50);
    server.until(240, now -> Math.min(10, 1 + now / 6));

    Trend trend = server.meter().snapshot(240 * SECOND).trend();

    List<TrendPoint> seconds = trend.seconds().subList(60, 240);
    assertThat(seconds.subList(0, 140)).allMatch(TrendPoint::known);
    assertThat(seconds)
        .filteredOn(point -> !point.open())
        .hasSizeGreaterThan(100)
        .allSatisfy(point -> assertThat(tps(point)).isBetween(440.0, 560.0));
    assertThat(seconds)
        .filteredOn(point -> point.open() && point.known())
        .hasSizeGreaterThan(20)
        .allSatisfy(point -> assertThat(tps(point)).isBetween(350.0, 650.0));
    assertThat(trend.seconds().get(239).known()).isFalse();
    assertThat(trend.seconds().get(239).perSecond(TOKEN)).isNull();
    assertThat(trend.seconds().get(150).open()).isFalse();
    assertThat(tps(trend.minutes().get(1))).isBetween(495.0, 505.0);
    assertThat(tps(trend.minutes().get(2))).isBetween(490.0, 510.0);
  }

  /// Returns a stream with a token per second.
  private static RequestMaker stream(int fromSecond, int untilSecond) {
    double[] chunks = new double[untilSecond - fromSecond];
    for (int i = 0; i < chunks.length; i++) {
      chunks[i] = (fromSecond + i) * 1000.0 + 1;
    }
    return RequestMaker.at(fromSecond * 1000.0)
        .chunks(chunks)
        .usage(5, chunks.length)
        .ended(untilSecond * 1000.0);
  }

  private static void look(TrafficMeter meter, int second, int streams) {
    meter.inFlight(second * SECOND + SECOND / 2, List.of(new InFlight("a", streams, 0, streams)));
  }

  @Test
  void aSecondWaitsFiveMinutesForStreamsThatNeverEndAndIsUntoldThen() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    for (int second = 1; second < 400; second++) {
      meter.add(answer(second * 1000.0).make());
      look(meter, second, 3);
    }

    List<TrendPoint> seconds = meter.snapshot(400 * SECOND).trend().seconds();

    assertThat(seconds.get(98)).returns(false, TrendPoint::open).returns(false, TrendPoint::known);
    assertThat(seconds.get(98).perSecond(TOKEN)).isNull();
    assertThat(seconds.get(102)).returns(true, TrendPoint::open);
    assertThat(seconds.get(102).perSecond(TOKEN)).isNull();
  }

  @Test
  void aRateIsUntoldUntilAnswersOfManyMinutesHaveEndedAndRightThen() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    for (int second = 1; second < 600; second++) {
      look(meter, second, 20);
    }

    TrendPoint before = meter.snapshot(600 * SECOND).trend().seconds().get(100);
    for (int i = 0; i < 15; i++) {
      meter.add(stream(1, 600).make());
    }
    TrendPoint most = meter.snapshot(601 * SECOND).trend().seconds().get(100);
    for (int i = 0; i < 5; i++) {
      meter.add(stream(1, 600).make());
    }
    TrendPoint after = meter.snapshot(602 * SECOND).trend().seconds().get(100);

    assertThat(before.perSecond(before.output())).isNull();
    assertThat(tps(most)).isEqualTo(20);
    assertThat(tps(after)).isEqualTo(20);
    assertThat(List.of(before, most, after)).noneMatch(TrendPoint::open);
  }

  @Test
  void answersThatCameInOnePieceDoNotStandForStreams() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    look(meter, 1, 2);
    meter.add(stream(1, 3).make());
    meter.add(RequestMaker.at(1000).notStreamed().chunks(1100).usage(7, 40).make());

    TrendPoint second = meter.snapshot(4 * SECOND).trend().seconds().get(1);

    assertThat(second.output()).isEqualTo(new ArrivedTokens(1, 40));
    assertThat(tps(second)).isEqualTo(2 + 40);
    assertThat(second.perSecond(second.input())).isEqualTo(2 * 5 + 7.0);
  }

  @Test
  void streamsThatNobodyUnderstoodAreNotWaitedFor() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    meter.inFlight(SECOND, List.of(new InFlight("a", 1, 0, 1)));
    meter.addUnparsed(RequestMaker.at(500).chunks(900, 3000).make(), 200);

    assertThat(meter.snapshot(4 * SECOND).trend().seconds().get(1).open()).isFalse();
  }

  private static double tps(TrendPoint point) {
    return Objects.requireNonNull(point.perSecond(point.output()));
  }

  @Test
  @Tag("property")
  void everyTokenIsInTheSecondOfItsStamp() {
    for (long seed = 1; seed <= 20; seed++) {
      List<RequestRecord> requests = RandomRun.requests(seed, 150, seed % 2 == 0, 0);
      TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
      requests.forEach(meter::add);
      Trend trend = meter.snapshot(30 * SECOND).trend();

      for (int second = 0; second < 30; second++) {
        assertThat((double) trend.seconds().get(second).output().all())
            .as("seed %d, second %d", seed, second)
            .isCloseTo(cameWithin(requests, second), within(2.0));
      }
      assertThat(trend.seconds().stream().mapToLong(point -> point.output().all()).sum())
          .isEqualTo(trend.seconds().stream().mapToLong(TrendPoint::endedTokens).sum())
          .isEqualTo(requests.stream().mapToLong(RequestRecord::outputTokens).sum())
          .isEqualTo(trend.minutes().getFirst().output().all());
    }
  }

  private static double cameWithin(List<RequestRecord> requests, int second) {
    return requests.stream()
        .mapToDouble(request ->
            new RequestView(request, 5)
                .outputTokensWithin(second * SECOND - 1, (second + 1) * SECOND - 1))
        .sum();
  }
}
