package dev.goodput.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.chart.LevelChartData;
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
    assertThat(archive.cover(-10_000, 7_270_000)).isEmpty();
    assertThat(archive.cover(-3_600_000, 7_270_000)).isEmpty();
  }

  private static final RollupKey ALL = new RollupKey(0, "", "", "", "");

  private static WindowRollup window(long start, long length, Rollup sums) {
    return new WindowRollup(start, length, ALL, sums);
  }

  private static Rollup none() {
    return new Rollup(SparseHistogram.FINE_BITS);
  }

  @Test
  void refusesATimeOfTooManyWindows() {
    RollupArchive archive = new RollupArchive();
    archive.add(window(0, 10_000, none()));
    archive.add(window(1_000_000L * 10_000, 10_000, none()));

    assertThat(archive.cover(10_000, 10_000_010_000L).orElseThrow().windows()).hasSize(1_000_000);
    assertThatThrownBy(() -> archive.cover(0, 10_000_010_000L))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("more than 1000000 windows");
  }

  @Test
  void namesTheTimeWithoutRollups() {
    RollupArchive archive = new RollupArchive();
    for (long start : new long[] {0, 60_000, 3_600_000, 3_660_000, 7_140_000}) {
      archive.add(window(start, 60_000, none()));
    }
    archive.add(window(0, 3_600_000, none()));
    archive.add(window(3_600_000, 3_600_000, none()));
    RollupArchive.Cover cover = archive.cover(0, 7_200_000).orElseThrow();

    // The hours have roll-ups, but the minutes show what is missing in them.
    assertThat(archive.gaps(cover, 600_000))
        .containsExactly(
            new RollupArchive.Gap(120_000, 3_600_000), new RollupArchive.Gap(3_720_000, 7_140_000));
    assertThat(archive.gaps(cover, 3_450_000)).hasSize(1);
  }

  @Test
  void aGapIsFoundInLongWindowsAlone() {
    RollupArchive archive = new RollupArchive();
    archive.add(window(0, 3_600_000, none()));
    archive.add(window(10_800_000, 3_600_000, none()));
    archive.add(window(14_400_000, 60_000, none()));

    assertThat(archive.gaps(archive.cover(0, 14_460_000).orElseThrow(), 600_000))
        .containsExactly(new RollupArchive.Gap(3_600_000, 10_800_000));
  }

  /// One request every 5 s, in windows of three lengths, is the same rate in each slice.
  @Test
  void aSteadyRateIsDrawnSteadyAcrossWindowsOfSeveralLengths() {
    RequestEvents maker = new RequestEvents(plan, "gw", 7, 0);
    RequestEvent ok =
        records.stream()
            .map(maker::next)
            .filter(event -> event.result().outcome().equals("ok") && event.result().last())
            .findFirst()
            .orElseThrow();
    RollupArchive archive = new RollupArchive();
    for (long length : new long[] {10_000, 60_000, 3_600_000}) {
      for (long start = 0; start + length <= 7_300_000; start += length) {
        Rollup sums = none();
        for (long i = 0; i < length / 5000; i++) {
          sums.add(ok);
        }
        archive.add(window(start, length, sums));
      }
    }
    RollupArchive.Cover cover = archive.cover(3_590_000, 7_270_000).orElseThrow();
    LevelChartData chart = RollupResult.chart(archive.sums(ALL, cover), cover, null);

    assertThat(chart.sliceNanos()).isEqualTo(3_600_000_000_000L);
    assertThat(chart.slices())
        .hasSize(2)
        .allSatisfy(slice -> {
          assertThat(slice.ended()).isEqualTo(720);
          assertThat(slice.outputTokens()).isEqualTo(720.0 * ok.tokens().output(), within(1e-6));
          assertThat(slice.inFlight()).isEqualTo(ok.residenceNanos() / 5e9, within(1e-6));
        });
    assertThat(chart.slices().stream().mapToLong(LevelChartData.Slice::intended).sum())
        .isEqualTo(3_680_000 / 5000);
  }
}
