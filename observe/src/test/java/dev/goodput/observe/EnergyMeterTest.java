package dev.goodput.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.Scrape.FailedScrape;
import dev.goodput.observe.Scrape.FailureReason;
import dev.goodput.observe.Scrape.SuccessfulScrape;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/// Energy against a power of `400 + 150 sin(2πt ÷ 40)` watts, whose integral is known.
final class EnergyMeterTest {
  private static final double TURN = 2 * Math.PI / 40;
  private static final double BEGIN = 10.3;
  private static final double END = 70.7;
  private static final double TRUE = joules(END) - joules(BEGIN);
  private static final String PAGE = "http://h:9400/metrics";

  private final EnergyMeter meter = new EnergyMeter(TimeRange.of(nanos(BEGIN), nanos(END)));

  private static long nanos(double seconds) {
    return Math.round(seconds * 1e9);
  }

  private static double watts(double second) {
    return 400 + 150 * Math.sin(TURN * second);
  }

  /// The energy since second 0.
  private static double joules(double second) {
    return 400 * second + 150 / TURN * (1 - Math.cos(TURN * second));
  }

  private static SuccessfulScrape seen(double second, Map<EngineMetric, Double> values) {
    Map<EngineMetric, MetricReading> readings = new TreeMap<>();
    values.forEach((metric, value) ->
        readings.put(metric, new MetricReading("m", new TreeMap<>(Map.of("0", value)))));
    return new SuccessfulScrape(
        PAGE, nanos(second), 0, new EngineReadings(readings, Double.NaN, 0));
  }

  private void counter(double second, double joules) {
    meter.add(seen(second, Map.of(EngineMetric.GPU_ENERGY, joules)));
  }

  private void power(double second, double watts) {
    meter.add(seen(second, Map.of(EngineMetric.GPU_POWER, watts)));
  }

  private EnergyUse use() {
    return Objects.requireNonNull(meter.use(null));
  }

  private void each(int from, int to, DoubleUnaryOperator value, boolean counter) {
    for (int second = from; second <= to; second++) {
      if (counter) {
        counter(second, value.applyAsDouble(second));
      } else {
        power(second, value.applyAsDouble(second));
      }
    }
  }

  private void isTrue() {
    assertThat(use().problem()).isEmpty();
    assertThat(use().joules()).isCloseTo(TRUE, within(TRUE / 1000));
  }

  @Test
  void integratesPowerByTrapezoids() {
    each(0, 80, EnergyMeterTest::watts, false);
    isTrue();
    assertThat(use().gapSeconds()).isZero();
  }

  @Test
  void bridgesGapsOfPowerAndSaysSo() {
    each(0, 30, EnergyMeterTest::watts, false);
    meter.add(new FailedScrape(PAGE, nanos(31), FailureReason.HUNG, "no page"));
    each(34, 80, EnergyMeterTest::watts, false);
    isTrue();
    assertThat(use().gapSeconds()).isEqualTo(4);
  }

  @Test
  void differencesOfACounterAreExactAcrossGaps() {
    each(0, 30, EnergyMeterTest::joules, true);
    each(50, 80, EnergyMeterTest::joules, true);
    isTrue();
  }

  @Test
  void aCounterThatStartsAgainLosesNothing() {
    each(0, 40, EnergyMeterTest::joules, true);
    each(41, 80, second -> joules(second) - joules(40.4), true);
    isTrue();
    assertThat(use().resets()).isOne();
  }

  /// The counter wraps three times, and its range is unknown.
  @Test
  void aCounterThatWrapsLosesNothing() {
    each(0, 80, second -> joules(second) % 9_000, true);
    isTrue();
    assertThat(use().resets()).isEqualTo(3);
  }

  /// An exporter that reads the device every 5 s is scraped every second.
  @Test
  void ignoresRepeatsOfACachedCounter() {
    each(0, 80, second -> joules(5 * Math.floor(second / 5)), true);
    assertThat(use().joules()).isCloseTo(TRUE, within(TRUE / 50));
  }

  @Test
  void prefersTheCounterToThePower() {
    for (int second = 0; second <= 80; second++) {
      meter.add(
          seen(
              second,
              Map.of(EngineMetric.GPU_ENERGY, joules(second), EngineMetric.GPU_POWER, 1.0)));
    }
    isTrue();
    assertThat(use().devices()).hasSize(1);
  }

  @Test
  void addsDevicesAndHosts() {
    each(0, 80, EnergyMeterTest::watts, false);
    for (int second = 0; second <= 80; second++) {
      Map<EngineMetric, MetricReading> readings =
          Map.of(
              EngineMetric.GPU_POWER,
              new MetricReading("m", new TreeMap<>(Map.of("0", 100.0, "1", 50.0))));
      meter.add(
          new SuccessfulScrape(
              "http://other:9400/metrics",
              nanos(second),
              0,
              new EngineReadings(readings, Double.NaN, 0)));
    }
    double all = TRUE + 150 * (END - BEGIN);
    assertThat(use().joules()).isCloseTo(all, within(all / 1000));
    assertThat(use().devices()).hasSize(3);
  }

  @Test
  void doesNotGuessWhenAPageDisappears() {
    each(0, 40, EnergyMeterTest::joules, true);
    for (int second = 41; second <= 80; second++) {
      meter.add(new FailedScrape(PAGE, nanos(second), FailureReason.UNREACHABLE, "refused"));
    }
    assertThat(use().joules()).isNull();
    assertThat(use().problem())
        .isEqualTo("the power of http://h:9400/metrics 0 is known for 49 % of the window");
  }

  @Test
  void aPageWithoutPowerIsNoDevice() {
    meter.add(seen(1, Map.of(EngineMetric.RUNNING, 3.0)));
    assertThat(meter.use(null)).isNull();
  }
}
