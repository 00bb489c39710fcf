package dev.goodput.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Reading;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.traffic.TrafficMeter;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.metrics.traffic.TrafficWindow;
import dev.goodput.record.RequestRecord;
import java.util.List;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Results from roll-ups against a window of the gateway's own meter over the same records.
class RollupResultTest {
  private static final String CHAT = "p95 ttft<=300ms, tpot<=30ms";

  private final List<RequestRecord> records = new RandomTraffic(8).records(3000, 60_000_000_000L);
  private final TrafficPlan plan = TrafficPlan.DEFAULTS.withSlo("", Slo.parse(CHAT));
  private final TrafficWindow truth = truth();

  private TrafficWindow truth() {
    TrafficMeter meter = new TrafficMeter(plan);
    records.forEach(meter::add);
    return meter.snapshot(90_000_000_000L).all().windows().getLast();
  }

  private Rollup rollup() {
    RequestEvents maker = new RequestEvents(plan, "gw", 7, 0);
    Rollup rollup = new Rollup(SparseHistogram.FINE_BITS);
    records.forEach(record -> rollup.add(maker.next(record)));
    return rollup;
  }

  @Test
  void isTheResultOfTheMeter() {
    Slo slo = Slo.parse(CHAT);
    var run = RollupResult.of(rollup(), truth.seconds(), slo, 0.95, 5);
    LevelResult level = run.levels().getFirst();

    assertThat(level.requests().intended()).isEqualTo(truth.counts().requests());
    assertThat(level.requests().byOutcome()).isEqualTo(truth.counts().byOutcome());
    assertThat(level.requests().cancelledLate()).isEqualTo(truth.counts().cancelledLate());
    assertThat(level.reliability().errorRate()).isEqualTo(truth.errorRate(), tiny());
    assertThat(level.reliability().tokenErrorRate()).isEqualTo(truth.tokenErrorRate(), tiny());
    assertThat(level.rates().rps()).isEqualTo(truth.rates().rps(), tiny());
    assertThat(level.rates().totalTps()).isEqualTo(truth.rates().totalTps(), tiny());
    assertThat(level.rates().deliveredOutputTps())
        .isEqualTo(truth.rates().deliveredOutputTps(), tiny());
    assertThat(level.rates().concurrencyMean())
        .isEqualTo(truth.rates().concurrencyMean(), within(1e-3));
    assertThat(level.goodput()).isEqualTo(truth.goodput());
    assertReading(level.reading(), Objects.requireNonNull(truth.reading()));
    for (LatencyMetric metric :
        List.of(LatencyMetric.TTFT, LatencyMetric.TPOT, LatencyMetric.E2EL)) {
      assertDistribution(level.latencies().of(metric), truth.latency(metric));
    }
    assertThat(level.bounds())
        .extracting(bound -> bound.within())
        .containsExactlyElementsOf(
            Objects.requireNonNull(truth.counts().slos().get("")).bounds().stream()
                .map(bound -> bound.within())
                .toList());
    assertThat(run.slo()).isNotNull();
    assertThat(level.sloMet()).isFalse();
  }

  private static void assertReading(@Nullable Reading found, Reading truth) {
    Reading reading = Objects.requireNonNull(found);
    assertThat(reading.noticeableShare()).isEqualTo(truth.noticeableShare(), tiny());
    assertThat(reading.brokenShare()).isEqualTo(truth.brokenShare(), tiny());
    assertThat(reading.stallRatio()).isEqualTo(truth.stallRatio(), within(1e-5));
    assertThat(reading.stallsPerAnswer()).isEqualTo(truth.stallsPerAnswer(), tiny());
    assertThat(reading.stutters()).isEqualTo(truth.stutters());
  }

  private static void assertDistribution(
      @Nullable Distribution figure, @Nullable Distribution exact) {
    Distribution of = Objects.requireNonNull(exact);
    Distribution found = Objects.requireNonNull(figure);
    assertThat(found.exact()).isFalse();
    assertThat(found.count()).isEqualTo(of.count());
    assertThat(found.mean()).isEqualTo(of.mean(), within(1e-5));
    assertThat(found.std()).isEqualTo(of.std(), within(2e-4 * Objects.requireNonNull(of.std())));
    assertThat(found.p95()).isEqualTo(of.p95(), within(2e-4 * Objects.requireNonNull(of.p95())));
    assertThat(found.max()).isEqualTo(of.max(), within(1e-5));
  }

  private static Offset<Double> tiny() {
    return within(1e-9);
  }

  @Test
  void withoutTheSloOnlySumsAreKnown() {
    LevelResult level =
        RollupResult.of(rollup(), truth.seconds(), null, 0.95, 5).levels().getFirst();
    Goodput goodput = Objects.requireNonNull(level.goodput());
    Goodput whole = Objects.requireNonNull(truth.goodput());

    assertThat(goodput.requestRps()).isEqualTo(whole.requestRps(), tiny());
    assertThat(goodput.attainment()).isEqualTo(whole.attainment(), tiny());
    assertThat(goodput.usefulWorkRatio()).isEqualTo(whole.usefulWorkRatio(), tiny());
    assertThat(level.bounds()).isEmpty();
    assertThat(level.sloMet()).isNull();
  }

  @Test
  void refusesAnSloThatJudgedNobody() {
    assertThatThrownBy(() -> RollupResult.of(rollup(), 1, Slo.parse("ttft<=1s"), 0.95, 5))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void coversATimeWithTheLongestWindowsThatFit() {
    RollupArchive archive = new RollupArchive();
    for (long length : new long[] {10_000, 60_000, 3_600_000}) {
      for (long start = 0; start + length <= 7_300_000; start += length) {
        RollupKey all = new RollupKey(0, "", "", "", "");
        archive.add(new WindowRollup(start, length, all, new Rollup(SparseHistogram.FINE_BITS)));
      }
    }
    assertThat(archive.cover(3_590_000, 7_270_000).orElseThrow().windows())
        .containsExactly(
            new RollupArchive.Window(3_590_000, 10_000),
            new RollupArchive.Window(3_600_000, 3_600_000),
            new RollupArchive.Window(7_200_000, 60_000),
            new RollupArchive.Window(7_260_000, 10_000));
    assertThat(archive.cover(3_595_000, 7_270_000)).isEmpty();
    assertThat(archive.cover(7_290_000, 7_310_000)).isEmpty();
  }
}
