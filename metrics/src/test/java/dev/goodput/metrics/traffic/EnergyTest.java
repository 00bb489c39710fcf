package dev.goodput.metrics.traffic;

import static dev.goodput.metrics.traffic.Metered.SECOND;
import static dev.goodput.metrics.traffic.Metered.in;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.server.PowerFigures;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.GatewayInfo;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Upstream a has 100 W.
final class EnergyTest {
  private final TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);

  private void power(int fromSecond, int untilSecond) {
    for (int second = fromSecond; second <= untilSecond; second++) {
      meter.power(
          second * SECOND, List.of(new PowerFigures("a", 100.0 * second, second, 0, 100.0, 1)));
    }
  }

  /// A response with its tokens at these seconds, ten each.
  private void answer(String tenant, String upstream, double... seconds) {
    RequestMaker maker = RequestMaker.at(seconds[0] * 1e3 - 5);
    for (double second : seconds) {
      maker.chunks(second * 1e3);
    }
    meter.add(
        maker
            .usage(5, 10 * seconds.length)
            .passage(Passages.of("m", tenant, upstream, "", "", GatewayInfo.Parting.DELIVERED))
            .make());
  }

  private double attributed(String tenant, long nowSeconds) {
    return in(meter.snapshot(nowSeconds * SECOND).by(TrafficLabel.TENANT), tenant)
        .totals()
        .joules();
  }

  private UpstreamEnergy energy(long nowSeconds) {
    return meter.snapshot(nowSeconds * SECOND).energy().getFirst();
  }

  @Test
  void attributesTheEnergyOfAMinuteByOutputTokens() {
    power(0, 30);
    answer("acme", "a", 10, 20, 30);
    answer("bob", "a", 30);
    power(31, 119);
    assertThat(attributed("acme", 119)).as("the minute waits for the next one").isZero();
    power(120, 120);
    assertThat(attributed("acme", 120)).isCloseTo(4_500, within(1.0 * 100));
    assertThat(attributed("bob", 120)).isCloseTo(1_500, within(1.0 * 100));
    assertThat(energy(120).joules()).isEqualTo(12_000);
    assertThat(energy(120).unattributedJoules()).isZero();
  }

  /// A response of two minutes belongs to both.
  @Test
  void countsTokensInTheMinuteInWhichTheyArrived() {
    power(0, 50);
    answer("bob", "a", 10, 20);
    power(51, 100);
    answer("acme", "a", 40, 50, 70, 80);
    power(101, 180);
    double first = 6_000 / 2.0;
    assertThat(attributed("acme", 180)).isCloseTo(first + 6_000, within(200.0));
    assertThat(attributed("bob", 180)).isCloseTo(first, within(100.0));
  }

  @Test
  void aMinuteWithoutTokensBelongsToNobody() {
    power(0, 70);
    answer("acme", "a", 65);
    power(71, 240);
    assertThat(energy(240).joules()).isEqualTo(24_000);
    assertThat(energy(240).unattributedJoules()).isCloseTo(12_000, within(200.0));
    assertThat(attributed("acme", 240)).isCloseTo(6_000, within(200.0));
  }

  @Test
  void nothingIsAttributedToOtherUpstreams() {
    power(0, 10);
    answer("acme", "b", 5);
    power(11, 180);
    assertThat(attributed("acme", 180)).isZero();
  }

  @Test
  void knowsTheMeanPowerOfTheLastFiveMinutesOnlyIfMostOfItIsKnown() {
    power(0, 400);
    assertThat(energy(400).meanWatts()).isCloseTo(100, within(1e-9));
    assertThat(energy(400).knownShare()).isCloseTo(1, within(1e-9));
    for (int second = 401; second <= 460; second++) {
      meter.power(second * SECOND, List.of(new PowerFigures("a", 40_000, 400, 0, null, 1)));
    }
    assertThat(energy(460).watts()).isNull();
    assertThat(energy(460).meanWatts()).isNull();
    assertThat(energy(460).knownShare()).isCloseTo(0.8, within(0.01));
  }

  @Test
  void anUpstreamThatWasRemovedKeepsItsEnergyAndHasNoMeanPower() {
    power(0, 100);
    for (int second = 101; second <= 500; second++) {
      meter.power(second * SECOND, List.of());
    }
    UpstreamEnergy removed = energy(500);
    assertThat(removed.joules()).isEqualTo(10_000);
    assertThat(removed.watts()).isNull();
    assertThat(removed.meanWatts()).isNull();
    assertThat(removed.knownShare()).isZero();
    assertThat(removed.devices()).isZero();
  }

  @Test
  void startsAtZeroAndDoesNotFallWhenOtherSourcesAreRead() {
    meter.power(SECOND, List.of(new PowerFigures("a", 5_000, 50, 0, 100.0, 1)));
    meter.power(2 * SECOND, List.of(new PowerFigures("a", 5_100, 51, 0, 100.0, 1)));
    meter.power(3 * SECOND, List.of(new PowerFigures("a", 10, 1, 0, 10.0, 1)));
    meter.power(4 * SECOND, List.of(new PowerFigures("a", 20, 2, 0, 10.0, 1)));
    assertThat(energy(4).joules()).isEqualTo(110);
  }

  /// More tenants than the plan has room for: their tokens are in one series, "other", and the
  /// energy of all series is that of the upstream.
  @Test
  void countsTheEnergyOfFoldedSeriesOnce() {
    TrafficMeter small =
        new TrafficMeter(
            TrafficPlan.DEFAULTS
                .withKnown(TrafficLabel.UPSTREAM, Set.of("a"))
                .withCaps(3, 4, 1 << 20));
    for (int second = 0; second <= 180; second++) {
      small.power(
          second * SECOND, List.of(new PowerFigures("a", 100.0 * second, second, 0, 100.0, 1)));
      if (second % 2 == 1) {
        small.add(
            RequestMaker.at(second * 1e3 - 5)
                .chunks(second * 1e3)
                .usage(5, 10)
                .passage(Passages.of("m", "t" + second, "a", "", "", GatewayInfo.Parting.DELIVERED))
                .make());
      }
    }
    TrafficSnapshot snapshot = small.snapshot(180 * SECOND);
    double energy = snapshot.energy().getFirst().joules();
    double open = 100.0 * 60;
    assertThat(snapshot.by(TrafficLabel.TENANT)).containsKey("other").hasSizeLessThan(10);
    for (TrafficLabel label : TrafficLabel.values()) {
      assertThat(
              snapshot.by(label).values().stream()
                  .mapToDouble(each -> each.totals().joules())
                  .sum())
          .as(label.key())
          .isCloseTo(energy - open, within(200.0));
    }
    assertThat(in(snapshot.by(TrafficLabel.TENANT), "other").totals().joules())
        .isGreaterThan(energy / 2);
  }
}
