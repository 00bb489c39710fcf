package dev.goodput.metrics.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.BoundResult;
import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Reading;
import dev.goodput.metrics.result.SloClassResult;
import dev.goodput.metrics.result.Tokens;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.stream.ItlSource;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.tally.SloCount;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.OddRequests;
import dev.goodput.metrics.testing.RandomRun;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.TokenSource;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Compares the report after a run with live figures of the same requests.
@Tag("property")
class TrafficAgreementTest {
  private static final int SEEDS = 40;
  private static final String SLO = "p90 ttft<=6ms, tpot<=12ms, e2el<=250ms";

  /// Every kind of bound, and a class without requests. No SLO judges requests of class `""`.
  private static final SortedMap<String, Slo> CLASSES =
      Collections.unmodifiableSortedMap(
          new TreeMap<>(
              Map.of(
                  "batch", Slo.parse("e2el<=400ms"),
                  "idle", Slo.parse("p50 ttft<=1s"),
                  "sums", Slo.parse("p80 itl<=12ms, p50 gap<=19ms, generation<=200ms"),
                  "talk", Slo.parse(SLO))));

  private static final List<String> JUDGED = List.of("talk", "sums", "batch", "sums");
  private static final List<String> PARTLY_JUDGED = List.of("talk", "", "sums", "batch");

  /// The report and the live window of one set of requests.
  private record Both(LevelResult reported, TrafficWindow live, String as) {}

  /// @param seed decides how many of the responses are odd: none, few, half or all
  private static List<RequestRecord> run(long seed, List<String> sloClasses) {
    int[] oddInThousand = {0, 10, 500, 1000};
    return OddRequests.of(
        RandomRun.requests(seed, 150, seed % 2 == 0, 0),
        seed,
        oddInThousand[(int) (seed / 2 % 4)],
        sloClasses);
  }

  private static TrafficWindow live(List<RequestRecord> requests, SortedMap<String, Slo> slos) {
    TrafficPlan plan = TrafficPlan.DEFAULTS;
    for (Map.Entry<String, Slo> slo : slos.entrySet()) {
      plan = plan.withSlo(slo.getKey(), slo.getValue());
    }
    TrafficMeter meter = new TrafficMeter(plan);
    requests.forEach(meter::add);
    return meter.snapshot(30_000_000_000L).all().minute();
  }

  private static Both common(long seed) {
    List<RequestRecord> requests = run(seed, List.of());
    return new Both(
        Analysed.level(RandomRun.log(requests, 0), SLO),
        live(requests, new TreeMap<>(Map.of("", Slo.parse(SLO)))),
        "seed " + seed);
  }

  private static Both byClass(long seed, List<String> names) {
    List<RequestRecord> requests = run(seed, names);
    return new Both(
        Analysed.level(RandomRun.log(requests, 0), Analysed.WHOLE.withSloClasses(CLASSES)),
        live(requests, CLASSES),
        "classes, seed " + seed);
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
      Both both = common(seed);
      LevelResult reported = both.reported;
      TrafficWindow live = both.live;
      String as = both.as;

      for (LatencyMetric metric : LatencyMetric.boundableMetrics()) {
        if (metric != LatencyMetric.STALL) {
          assertSame(live.latency(metric), reported.latencies().of(metric), as + " " + metric);
        }
      }
      assertSame(
          live.latency(LatencyMetric.GATEWAY_WAIT),
          reported.latencies().of(LatencyMetric.GATEWAY_WAIT),
          as);
      assertSame(
          live.latency(LatencyMetric.SERVICE_TTFT), reported.latencies().service().ttftMs(), as);
    }
  }

  private static void assertSame(Goodput live, Goodput reported, double seconds, String as) {
    assertThat(live.good()).as(as).isEqualTo(reported.good());
    assertThat(live.goodTokens()).as(as).isEqualTo(reported.goodTokens());
    assertThat(live.attainment()).as(as).isEqualTo(reported.attainment());
    assertThat(live.fluidity()).as(as).isEqualTo(reported.fluidity());
    assertThat(live.smoothTps() == null).as(as).isEqualTo(reported.smoothTps() == null);
    assertThat(live.percentileTps() == null).as(as).isEqualTo(reported.percentileTps() == null);
    if (live.percentileTps() != null && reported.percentileTps() != null) {
      assertThat(live.percentileTps() > 0).as(as).isEqualTo(reported.percentileTps() > 0);
    }
    assertThat(live.requestRps()).as(as).isEqualTo(live.good() / seconds);
  }

  @Test
  void goodputIsTheSameButForTheLengthOfTheWindow() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      Both both = common(seed);
      Goodput live = Objects.requireNonNull(both.live.goodput());
      Goodput reported = Objects.requireNonNull(both.reported.goodput());

      assertSame(live, reported, both.live.seconds(), both.as);
      assertThat(live.usefulWorkRatio()).as(both.as).isEqualTo(reported.usefulWorkRatio());
      assertThat(both.live.goodputs().get("")).isEqualTo(live);
    }
  }

  @Test
  void goodputOfClassesIsTheSameTogetherAndAlone() {
    Set<ItlSource> sources = EnumSet.noneOf(ItlSource.class);
    for (long seed = 1; seed <= SEEDS; seed++) {
      Both both = byClass(seed, JUDGED);
      Goodput live = Objects.requireNonNull(both.live.goodput());
      Goodput reported = Objects.requireNonNull(both.reported.goodput());
      sources.add(Objects.requireNonNull(both.reported.tokens().itlSource()));

      assertSame(live, reported, both.live.seconds(), both.as);
      assertThat(live.usefulWorkRatio()).as(both.as).isEqualTo(reported.usefulWorkRatio());
      assertSameClasses(both);
    }
    assertThat(sources).containsExactlyInAnyOrder(ItlSource.values());
  }

  /// Their tokens are neither good nor wasted.
  @Test
  void requestsWithoutClassAreJudgedNowhere() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      Both both = byClass(seed, PARTLY_JUDGED);

      assertSame(
          Objects.requireNonNull(both.live.goodput()),
          Objects.requireNonNull(both.reported.goodput()),
          both.live.seconds(),
          both.as);
      assertThat(both.live.goodput().usefulWorkRatio())
          .as(both.as)
          .isEqualTo(both.reported.goodput().usefulWorkRatio());
      assertSameClasses(both);
    }
  }

  private static void assertSameClasses(Both both) {
    assertThat(both.live.goodputs()).containsOnlyKeys("batch", "sums", "talk");
    for (SloClassResult reported : both.reported.classes()) {
      String as = both.as + ", class " + reported.name();
      SloCount count = both.live.counts().slos().get(reported.name());
      if (count == null) {
        assertThat(reported.name()).isEqualTo("idle");
        assertThat(reported.judged()).as(as).isZero();
      } else {
        Goodput live = Objects.requireNonNull(both.live.goodputs().get(reported.name()));
        assertSame(live, reported.goodput(), both.live.seconds(), as);
        assertThat(live.usefulWorkRatio()).as(as).isEqualTo(reported.goodput().usefulWorkRatio());
        assertSameBounds(count, reported, as);
      }
    }
  }

  private static void assertSameBounds(SloCount live, SloClassResult reported, String as) {
    assertThat(live.total()).as(as).isEqualTo(reported.judged()).isPositive();
    assertThat(live.bounds()).hasSameSizeAs(reported.bounds());
    for (int i = 0; i < live.bounds().size(); i++) {
      BoundResult bound = reported.bounds().get(i);
      assertThat(live.bounds().get(i))
          .as(as)
          .isEqualTo(new SloCount.BoundCount(bound.applies(), bound.within()));
    }
  }

  @Test
  void countsAreTheSame() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      assertSameCounts(common(seed));
      assertSameCounts(byClass(seed, PARTLY_JUDGED));
    }
  }

  private static void assertSameCounts(Both both) {
    LevelResult reported = both.reported;
    TrafficWindow live = both.live;
    TrafficCounts counts = live.counts();
    String as = both.as;

    assertThat(counts.byOutcome()).as(as).isEqualTo(reported.requests().byOutcome());
    assertThat(counts.ok()).as(as).isEqualTo(reported.requests().ok());
    assertThat(counts.unstreamed()).as(as).isEqualTo(reported.requests().unstreamed());
    assertThat(counts.failed()).as(as).isEqualTo(reported.requests().failed());
    assertThat(counts.cancelledLate()).as(as).isEqualTo(reported.requests().cancelledLate());
    assertThat(counts.retries()).as(as).isEqualTo(reported.requests().retries());
    assertThat(counts.attempts()).as(as).isEqualTo(reported.totals().attempts());
    assertThat(live.errorRate()).as(as).isEqualTo(reported.reliability().errorRate());
    assertThat(live.tokenErrorRate()).isEqualTo(reported.reliability().tokenErrorRate());
    assertThat(live.availability()).isEqualTo(reported.reliability().availability());
    assertThat(live.rates().outputTpsPerUser())
        .as(as)
        .isEqualTo(reported.rates().outputTpsPerUser());
    assertSameTokens(counts, reported.tokens(), as);
  }

  private static void assertSameTokens(TrafficCounts counts, Tokens reported, String as) {
    TrafficTokens live = counts.tokens();
    assertThat(counts.outputByOutcome()).as(as).isEqualTo(reported.outputByOutcome());
    assertThat(live.output()).as(as).isEqualTo(reported.output());
    assertThat(live.input()).as(as).isEqualTo(reported.input());
    assertThat(live.chunks()).as(as).isEqualTo(reported.chunks());
    assertThat(live.reasoning()).as(as).isEqualTo(orZero(reported.reasoning()));
    assertThat(live.cachedInput()).as(as).isEqualTo(orZero(reported.cachedInput()));
    assertThat(live.rejectedDraft()).as(as).isEqualTo(orZero(reported.rejectedDraft()));
    assertThat((double) live.burst() / live.okStreamed()).isEqualTo(reported.burstsShare());
    TokenSources sources = live.sources();
    assertThat(sources.itl()).as(as).isEqualTo(reported.itlSource());
    assertThat(sources.usage()).as(as).isEqualTo(by(reported, TokenSource.USAGE));
    assertThat(sources.tokenizer()).as(as).isEqualTo(by(reported, TokenSource.TOKENIZER));
    assertThat(sources.chunks()).as(as).isEqualTo(by(reported, TokenSource.CHUNKS));
  }

  private static long orZero(@Nullable Long sum) {
    return sum == null ? 0 : sum;
  }

  private static long by(Tokens reported, TokenSource source) {
    return reported.answersBySource().getOrDefault(source, 0L);
  }

  @Test
  void readingIsTheSame() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      Both both = common(seed);
      Reading reported = Objects.requireNonNull(both.reported.reading());
      Reading live = Objects.requireNonNull(both.live.reading());

      assertThat(live.noticeableShare()).isEqualTo(reported.noticeableShare());
      assertThat(live.brokenShare()).isEqualTo(reported.brokenShare());
      assertThat(live.stallsPerAnswer()).isEqualTo(reported.stallsPerAnswer());
      assertThat(live.stallRatio()).isEqualTo(reported.stallRatio());
      assertThat(live.stutters()).isEqualTo(reported.stutters());
      assertThat(live.surplusSpeed()).isEqualTo(reported.surplusSpeed());
      assertSame(live.longestStallMs(), reported.longestStallMs(), both.as);
    }
  }
}
