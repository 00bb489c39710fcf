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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /// A page with both, as an exporter shows it that reads its device every so many seconds.
  private void cached(double period, double phase, int until) {
    for (int second = 0; second <= until; second++) {
      double read = phase + period * Math.floor((second - phase) / period);
      meter.add(
          seen(
              second,
              Map.of(EngineMetric.GPU_ENERGY, joules(read), EngineMetric.GPU_POWER, watts(read))));
    }
  }

  @Test
  void aRepeatedPowerIsNotKnown() {
    cached(30, 13, 80);
    assertThat(use().joules()).isNull();
    assertThat(use().problem())
        .isEqualTo(
            "the power of http://h:9400/metrics 0 is known for 50 % of the window; its exporter"
                + " repeated values for up to 30 s");
  }

  @Test
  void aRepeatedPowerWithoutACounterIsNotKnown() {
    each(0, 80, second -> watts(30 * Math.floor((second + 17) / 30)), false);
    assertThat(use().problem())
        .contains(" is known for 0 % of the window")
        .endsWith("repeated values for up to 30 s");
  }

  /// The first value may be as old as an exporter's period, so no power follows from the next one.
  @Test
  void theFirstValueOfACachedCounterIsOfUnknownAge() {
    EnergyMeter first = new EnergyMeter(TimeRange.of(0, nanos(5)));
    for (int second = 0; second <= 5; second++) {
      first.add(seen(second, Map.of(EngineMetric.GPU_ENERGY, second < 1 ? 0 : 9_000.0)));
    }
    assertThat(first.idleWatts()).isNull();
    assertThat(Objects.requireNonNull(first.use(null)).joules()).isNull();
  }

  @Test
  void aCachedCounterIsEnoughForALongWindow() {
    EnergyMeter hour = new EnergyMeter(TimeRange.of(nanos(10), nanos(3_610)));
    for (int second = 0; second <= 3_640; second++) {
      double read = 13 + 30 * Math.floor((second - 13) / 30.0);
      hour.add(
          seen(
              second,
              Map.of(EngineMetric.GPU_ENERGY, joules(read), EngineMetric.GPU_POWER, 1_000.0)));
    }
    double joules = Objects.requireNonNull(Objects.requireNonNull(hour.use(null)).joules());
    assertThat(joules).isCloseTo(3_600 * 400, within(3_600 * 4.0));
  }

  /// The load of a live exporter's device changes, and stays constant in the window.
  @Test
  void aConstantPowerIsKnown() {
    each(0, 80, second -> second < 5 ? 100 + second : 300, false);
    assertThat(use().joules()).isCloseTo(300 * (END - BEGIN), within(1e-6));
  }

  /// A meter writes a line every 5 s, with a gap in one of two files.
  @ParameterizedTest
  @CsvSource({"20, 20, true", "20, 60, false"})
  void judgesTheGapsOfAFileByItsOwnLines(int gapBegin, int gapEnd, boolean known) {
    for (int second = 0; second <= 80; second += 5) {
      if (second <= gapBegin || second >= gapEnd) {
        meter.add(seen(second, Map.of(EngineMetric.METER_POWER, watts(second))));
      }
    }
    if (known) {
      assertThat(use().problem()).isEmpty();
      assertThat(use().joules()).isCloseTo(TRUE, within(TRUE / 50));
      assertThat(use().gapSeconds()).isZero();
    } else {
      assertThat(use().gapSeconds()).isEqualTo(40);
      assertThat(use().problem())
          .endsWith(" is known for 34 % of the window; its lines are 5 s apart");
    }
  }

  @Test
  void addsDevicesAndHosts() {
    each(0, 80, EnergyMeterTest::watts, false);
    for (int second = 0; second <= 80; second++) {
      double change = second % 2;
      Map<EngineMetric, MetricReading> readings =
          Map.of(
              EngineMetric.GPU_POWER,
              new MetricReading("m", new TreeMap<>(Map.of("0", 100 + change, "1", 50 - change))));
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
        .isEqualTo(
            "the power of http://h:9400/metrics 0 is known for 49 % of the window; 30 scrapes"
                + " failed: refused");
  }

  @Test
  void aPageWithoutPowerIsNoDevice() {
    meter.add(seen(1, Map.of(EngineMetric.RUNNING, 3.0)));
    assertThat(meter.use(null)).isNull();
  }
}
