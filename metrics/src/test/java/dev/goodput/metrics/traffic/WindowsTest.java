package dev.goodput.metrics.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.Channel;
import dev.goodput.record.RequestRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("property")
class WindowsTest {
  private static final long SECOND = 1_000_000_000L;

  private static RequestRecord ended(double atSeconds, double ttftMs) {
    double millis = atSeconds * 1000;
    return RequestMaker.at(millis - ttftMs - 1)
        .chunk(millis - 1, Channel.ANSWER, 1)
        .usage(10, 1)
        .ended(millis)
        .make();
  }

  /// A window consists of its last six slots.
  private static boolean within(double endedSeconds, long nowSeconds, WindowSpan span) {
    long width = span.slotNanos() / SECOND;
    return (long) (endedSeconds / width) > nowSeconds / width - SlotRing.SLOTS;
  }

  @Test
  void windowsHoldTheirSlotsWhateverComesLateAndHoweverLongNothingCame() {
    for (long seed = 1; seed <= 40; seed++) {
      Random random = new Random(seed);
      TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
      List<Double> added = new ArrayList<>();
      long now = 1000;
      for (int step = 0; step < 60; step++) {
        now += random.nextInt(10) == 0 ? random.nextInt(4000) : random.nextInt(40);
        double late = random.nextInt(4) == 0 ? random.nextInt(900) : random.nextDouble();
        double at = now - late - 0.5;
        meter.add(ended(at, 100 + random.nextInt(100)));
        added.add(at);
        assertHolds(meter.snapshot(now * SECOND).all(), added, now, "seed %d".formatted(seed));
      }
    }
  }

  private static TrafficWindow window(TrafficSeries all, WindowSpan span) {
    return switch (span) {
      case MINUTE -> all.minute();
      case FIVE_MINUTES -> all.fiveMinutes();
      case HOUR -> all.hour();
    };
  }

  private static void assertHolds(TrafficSeries all, List<Double> added, long now, String as) {
    for (WindowSpan span : WindowSpan.values()) {
      long expected = added.stream().filter(at -> within(at, now, span)).count();
      TrafficWindow window = window(all, span);
      assertThat(window.counts().requests()).as("%s, %s", as, span).isEqualTo(expected);
      if (expected > 0) {
        assertThat(Objects.requireNonNull(window.latency(LatencyMetric.TTFT)).count())
            .as("%s, %s", as, span)
            .isEqualTo(expected);
        assertThat(window.abandonment().answered()).isEqualTo(expected);
      }
    }
  }

  @Test
  void aWindowShorterThanTwiceAnAnswerHasNoRates() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS.withSlo("", Slo.parse("ttft<=1s")));
    for (int second = 0; second < 400; second += 10) {
      double at = second * 1000.0;
      meter.add(RequestMaker.at(at).chunks(at + 100, at + 45_000).usage(5, 90).make());
    }

    TrafficSeries all = meter.snapshot(436 * SECOND).all();
    TrafficSeries idle = meter.snapshot(600 * SECOND).all();

    assertThat(all.minute().tooShort()).isTrue();
    assertThat(all.minute().counts().ok()).isPositive();
    assertThat(all.minute().rates().outputTps()).isNull();
    assertThat(Objects.requireNonNull(all.minute().goodput()).tokenTps()).isNull();
    assertThat(Objects.requireNonNull(all.minute().goodput()).attainment()).isEqualTo(1);
    assertThat(all.fiveMinutes().tooShort()).isFalse();
    assertThat(all.fiveMinutes().rates().outputTps()).isBetween(8.0, 10.0);
    assertThat(idle.minute().counts().ok()).isZero();
    assertThat(idle.minute().rates().outputTps()).isNull();
  }
}
