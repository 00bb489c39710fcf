package dev.goodput.metrics.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Reading;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.RandomRun;
import dev.goodput.record.RequestRecord;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Compares the report after a run with live figures of the same requests.
@Tag("property")
class TrafficAgreementTest {
  private static final int SEEDS = 40;
  private static final String SLO = "p90 ttft<=6ms, tpot<=12ms, e2el<=250ms";

  private static List<RequestRecord> run(long seed) {
    return RandomRun.requests(seed, 150, seed % 2 == 0, 0);
  }

  private static LevelResult reported(List<RequestRecord> requests) {
    return Analysed.level(RandomRun.log(requests, 0), SLO);
  }

  private static TrafficWindow live(List<RequestRecord> requests) {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS.withSlo("", Slo.parse(SLO)));
    requests.forEach(meter::add);
    return meter.snapshot(30_000_000_000L).all().minute();
  }

  private static void assertSame(
      @Nullable Distribution live, @Nullable Distribution reported, String what) {
    if (reported == null) {
      assertThat(live).as(what).isNull();
      return;
    }
    Distribution found = Objects.requireNonNull(live, what);
    assertThat(found.count()).as(what).isEqualTo(reported.count());
    assertThat(found.mean()).as(what).isCloseTo(reported.mean(), within(1e-9));
    assertThat(found.p50()).as(what).isEqualTo(reported.p50());
    assertThat(found.p90()).as(what).isEqualTo(reported.p90());
    assertThat(found.p95()).as(what).isEqualTo(reported.p95());
    assertThat(found.p99()).as(what).isEqualTo(reported.p99());
    assertThat(found.max()).as(what).isEqualTo(reported.max());
    assertThat(found.min()).as(what).isEqualTo(reported.min());
  }

  @Test
  void latenciesAreTheSameToTheNanosecond() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      List<RequestRecord> requests = run(seed);
      LevelResult reported = reported(requests);
      TrafficWindow live = live(requests);
      String as = "seed " + seed;

      assertSame(live.latency(LatencyMetric.TTFT), reported.latencies().ttft(), as);
      assertSame(live.latency(LatencyMetric.TPOT), reported.latencies().tpot(), as);
      assertSame(live.latency(LatencyMetric.E2EL), reported.latencies().e2el(), as);
      assertSame(live.latency(LatencyMetric.CHUNK_GAP), reported.latencies().chunkGap(), as);
      assertSame(live.latency(LatencyMetric.FIRST_BYTE), reported.latencies().firstByte(), as);
      assertSame(live.latency(LatencyMetric.FIRST_ANSWER), reported.latencies().firstAnswer(), as);
      assertSame(live.latency(LatencyMetric.GATEWAY_WAIT), reported.latencies().clientWait(), as);
      assertSame(
          live.latency(LatencyMetric.SERVICE_TTFT), reported.latencies().service().ttftMs(), as);
      assertSame(live.latency(LatencyMetric.ITL), reported.latencies().itl(), as);
    }
  }

  @Test
  void goodputIsTheSameButForTheLengthOfTheWindow() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      List<RequestRecord> requests = run(seed);
      Goodput reported = Objects.requireNonNull(reported(requests).goodput());
      TrafficWindow window = live(requests);
      Goodput live = Objects.requireNonNull(window.goodput());
      String as = "seed " + seed;

      assertThat(live.good()).as(as).isEqualTo(reported.good()).isPositive();
      assertThat(live.goodTokens()).as(as).isEqualTo(reported.goodTokens());
      assertThat(live.attainment()).as(as).isEqualTo(reported.attainment());
      assertThat(live.usefulWorkRatio()).as(as).isEqualTo(reported.usefulWorkRatio());
      assertThat(live.fluidity()).as(as).isEqualTo(reported.fluidity());
      assertThat(Objects.requireNonNull(live.percentileTps()) > 0)
          .as(as)
          .isEqualTo(Objects.requireNonNull(reported.percentileTps()) > 0);
      assertThat(live.requestRps()).as(as).isEqualTo(live.good() / window.seconds());
      assertThat(window.goodputs().get("")).isEqualTo(live);
    }
  }

  @Test
  void countsAreTheSame() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      List<RequestRecord> requests = run(seed);
      LevelResult reported = reported(requests);
      TrafficWindow live = live(requests);
      TrafficCounts counts = live.counts();
      String as = "seed " + seed;

      assertThat(counts.byOutcome()).as(as).isEqualTo(reported.requests().byOutcome());
      assertThat(counts.ok()).as(as).isEqualTo(reported.requests().ok());
      assertThat(counts.failed()).as(as).isEqualTo(reported.requests().failed());
      assertThat(counts.cancelledLate()).as(as).isEqualTo(reported.requests().cancelledLate());
      assertThat(counts.retries()).as(as).isEqualTo(reported.requests().retries());
      assertThat(counts.attempts()).as(as).isEqualTo(reported.totals().attempts());
      assertThat(counts.outputByOutcome()).isEqualTo(reported.tokens().outputByOutcome());
      assertThat(counts.tokens().output()).isEqualTo(reported.tokens().output());
      assertThat(counts.tokens().input()).isEqualTo(reported.tokens().input());
      assertThat(counts.tokens().chunks()).isEqualTo(reported.tokens().chunks());
      assertThat((double) counts.tokens().burst() / counts.tokens().okStreamed())
          .isEqualTo(reported.tokens().burstsShare());
      assertThat(live.errorRate()).as(as).isEqualTo(reported.reliability().errorRate());
      assertThat(live.tokenErrorRate()).isEqualTo(reported.reliability().tokenErrorRate());
      assertThat(live.availability()).isEqualTo(reported.reliability().availability());
    }
  }

  @Test
  void readingIsTheSame() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      List<RequestRecord> requests = run(seed);
      Reading reported = Objects.requireNonNull(reported(requests).reading());
      Reading live = Objects.requireNonNull(live(requests).reading());

      assertThat(live.noticeableShare()).isEqualTo(reported.noticeableShare());
      assertThat(live.brokenShare()).isEqualTo(reported.brokenShare());
      assertThat(live.stallRatio()).isEqualTo(reported.stallRatio());
      assertThat(live.stutters()).isEqualTo(reported.stutters());
      assertThat(live.surplusSpeed()).isEqualTo(reported.surplusSpeed());
      assertSame(live.longestStallMs(), reported.longestStallMs(), "seed " + seed);
    }
  }
}
