package dev.goodput.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.metrics.server.PowerFigures;
import dev.goodput.observe.Scrape.FailedScrape;
import dev.goodput.observe.Scrape.FailureReason;
import dev.goodput.observe.Scrape.SuccessfulScrape;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Energy against a power of `400 + 150 sin(2πt ÷ 40)` watts, whose integral is known.
final class EnergyCounterTest {
  private static final double TURN = 2 * Math.PI / 40;

  private final EnergyCounter counter = new EnergyCounter();

  private static long nanos(double second) {
    return Math.round(second * 1e9);
  }

  private static double watts(double second) {
    return 400 + 150 * Math.sin(TURN * second);
  }

  private static double joules(double second) {
    return 400 * second + 150 / TURN * (1 - Math.cos(TURN * second));
  }

  private static SuccessfulScrape seen(
      String page, double second, EngineMetric metric, Map<String, Double> parts) {
    MetricReading reading = new MetricReading("m", new TreeMap<>(parts));
    return new SuccessfulScrape(
        page, nanos(second), 0, new EngineReadings(Map.of(metric, reading), Double.NaN, 0));
  }

  private void counted(double second, double joules) {
    counter.add("u", seen("page", second, EngineMetric.GPU_ENERGY, Map.of("0", joules)));
  }

  private void power(double second, double watts) {
    counter.add("u", seen("page", second, EngineMetric.GPU_POWER, Map.of("0", watts)));
  }

  private void missed(double second) {
    counter.add("u", new FailedScrape("page", nanos(second), FailureReason.UNREACHABLE, "no"));
  }

  private PowerFigures figures(double second) {
    assertThat(counter.known(nanos(second))).hasSize(1);
    return counter.known(nanos(second)).getFirst();
  }

  @Test
  void integratesPower() {
    for (int second = 0; second <= 80; second++) {
      power(second, watts(second));
    }
    PowerFigures known = figures(80);
    assertThat(known.joules()).isCloseTo(joules(80), within(joules(80) / 1000));
    assertThat(known.knownSeconds()).isCloseTo(80, within(1e-6));
    assertThat(known.unknownSeconds()).isZero();
    assertThat(known.watts()).isCloseTo(watts(80), within(1e-9));
    assertThat(known.devices()).isOne();
  }

  /// The page disappears from second 30 to 50: nothing is invented for this time.
  @Test
  void excludesTheTimeInWhichThePowerOfAPageIsMissing() {
    for (int second = 0; second <= 80; second++) {
      if (second <= 30 || second >= 50) {
        power(second, watts(second));
      } else {
        missed(second);
      }
    }
    double known = joules(30) + joules(80) - joules(50);
    PowerFigures figures = figures(80);
    assertThat(figures.joules()).isCloseTo(known, within(known / 1000));
    assertThat(figures.knownSeconds()).isCloseTo(60, within(1e-6));
    assertThat(figures.unknownSeconds()).isCloseTo(20, within(1e-6));
  }

  @Test
  void hasNoPresentPowerWhileThePageIsMissing() {
    power(0, 300);
    power(1, 300);
    assertThat(figures(10).watts()).isEqualTo(300);
    assertThat(figures(20).watts()).isNull();
  }

  /// A counter goes on counting while its page is away.
  @Test
  void aCounterBridgesTheTimeInWhichItsPageIsMissing() {
    for (int second = 0; second <= 80; second++) {
      if (second <= 30 || second >= 50) {
        counted(second, joules(second));
      }
    }
    PowerFigures figures = figures(80);
    assertThat(figures.joules()).isCloseTo(joules(80) - joules(1), within(1e-6));
    assertThat(figures.knownSeconds()).isCloseTo(79, within(1e-6));
  }

  @Test
  void aCounterThatStartsAgainLosesOneInterval() {
    for (int second = 0; second <= 80; second++) {
      counted(second, joules(second) - (second <= 40 ? 0 : joules(40.5)));
    }
    double known = joules(80) - joules(1) - (joules(41) - joules(40));
    PowerFigures figures = figures(80);
    assertThat(figures.joules()).isCloseTo(known, within(1e-6));
    assertThat(figures.unknownSeconds()).isCloseTo(1, within(1e-6));
  }

  /// An exporter reads its device every 30 s and is scraped every second.
  @Test
  void waitsForTheNextValueOfACachedCounter() {
    for (int second = 0; second <= 100; second++) {
      counted(second, joules(30 * Math.floor(second / 30.0)));
    }
    PowerFigures figures = figures(100);
    assertThat(figures.joules()).isCloseTo(joules(90) - joules(30), within(1e-6));
    assertThat(figures.knownSeconds()).isCloseTo(60, within(1e-6));
    assertThat(figures.watts()).isCloseTo((joules(90) - joules(60)) / 30, within(1e-6));
    for (int second = 101; second <= 1_000; second++) {
      counted(second, joules(30 * Math.floor(second / 30.0)));
      assertThat(figures(second).watts()).as("at %d s", second).isNotNull();
    }
  }

  /// The exporter hangs from second 60 to 600: its page repeats both values.
  @Test
  void doesNotKnowThePresentPowerOfACounterThatStandsStill() {
    for (int second = 0; second <= 620; second++) {
      double read = second < 60 || second > 600 ? second : 60;
      MetricReading joules = new MetricReading("j", new TreeMap<>(Map.of("0", joules(read))));
      MetricReading watts = new MetricReading("w", new TreeMap<>(Map.of("0", watts(read))));
      Map<EngineMetric, MetricReading> both =
          Map.of(EngineMetric.GPU_ENERGY, joules, EngineMetric.GPU_POWER, watts);
      counter.add(
          "u",
          new SuccessfulScrape("page", nanos(second), 0, new EngineReadings(both, Double.NaN, 0)));
      if (second == 149) {
        assertThat(figures(149).watts()).isCloseTo(watts(60), within(1e-9));
      } else if (second == 150 || second == 600) {
        assertThat(figures(second).watts()).isNull();
        assertThat(figures(second).joules()).isCloseTo(joules(60) - joules(1), within(1e-6));
      }
    }
    assertThat(figures(620).watts()).isCloseTo(watts(620), within(1e-9));
    assertThat(figures(620).joules()).isCloseTo(joules(620) - joules(1), within(1e-6));
  }

  /// A power that stays the same is no sign of a page that hangs: an idle device has one.
  @Test
  void knowsAPowerThatStaysTheSame() {
    for (int second = 0; second <= 300; second++) {
      power(second, 70);
    }
    assertThat(figures(300).watts()).isEqualTo(70);
    assertThat(figures(300).joules()).isCloseTo(21_000, within(1e-6));
  }

  @Test
  void addsDevicesAndKeepsUpstreamsApart() {
    for (int second = 0; second <= 10; second++) {
      counter.add("a", seen("gpus", second, EngineMetric.GPU_POWER, Map.of("0", 100.0, "1", 50.0)));
      counter.add(
          "a", seen("rapl", second, EngineMetric.CPU_ENERGY, Map.of("package-0", 30.0 * second)));
      counter.add("b", seen("gpus", second, EngineMetric.GPU_POWER, Map.of("0", 7.0)));
    }
    assertThat(counter.known(nanos(10)))
        .extracting(
            PowerFigures::upstream,
            PowerFigures::joules,
            PowerFigures::watts,
            PowerFigures::devices)
        .containsExactly(tuple("a", 1_770.0, 180.0, 3), tuple("b", 70.0, 7.0, 1));
  }
}
