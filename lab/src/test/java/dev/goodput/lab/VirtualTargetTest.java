package dev.goodput.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.load.LevelPlan;
import dev.goodput.metrics.analysis.Analysis;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Warmup;
import dev.goodput.metrics.live.BenchListener;
import dev.goodput.metrics.live.Progress;
import dev.goodput.metrics.result.RunResult;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.workload.HistoryMode;
import dev.goodput.workload.LengthLimits;
import dev.goodput.workload.SessionShape;
import dev.goodput.workload.arrival.Arrivals;
import dev.goodput.workload.length.LengthDistribution;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
final class VirtualTargetTest {
  private static final EngineProfile PROFILE = EngineProfile.named("h100", "llama-3.1-8b");

  @TempDir private Path folder;
  private final VirtualTarget target = new VirtualTarget(PROFILE);

  @Test
  void everyTokenTheEngineEmittedIsInARecord() {
    Runs run = Runs.of(Plans.of(Plans.poisson(50, 2_000)).plan(), target, folder.resolve("r"));

    assertThat(run.outcome().ending()).isEqualTo(LevelEnded.Ending.COUNTED);
    assertThat(run.records()).hasSize(2_000).allSatisfy(VirtualTargetTest::isWhole);
    assertThat(target.stats().generationTokens()).isEqualTo(2_000 * 12);
    assertThat(target.stats().promptTokens()).isEqualTo(2_000 * 40);
    assertThat(run.ended().getFirst().inFlightNanos())
        .isEqualTo(
            run.records().stream().mapToLong(r -> r.stamps().endedNanos() - r.startNanos()).sum());
  }

  @Test
  void theClientOfVirtualTimeIsTrusted() {
    Runs run = Runs.of(Plans.of(Plans.poisson(50, 2_000)).plan(), target, folder.resolve("r"));
    RunResult result =
        Analysis.analyse(run.directory(), AnalysisOptions.DEFAULTS.withWarmup(new Warmup.Fixed(0)));

    assertThat(result.client().reasons()).isEmpty();
    assertThat(result.levels().getFirst().faults()).isEmpty();
    assertThat(result.levels().getFirst().requests().ok()).isEqualTo(2_000);
  }

  private static void isWhole(RequestRecord record) {
    assertThat(record.outcome()).isEqualTo(new Outcome.Ok("length"));
    assertThat(record.chunks().count()).isEqualTo(12);
    assertThat(record.outputTokens()).isEqualTo(12);
    assertThat(record.inputTokens()).isEqualTo(40);
    assertThat(record.stamps().dueNanos()).isEqualTo(record.stamps().intendedNanos());
  }

  /// The interactive response-time law: N users, throughput X, mean response time R and think time
  /// Z satisfy N = X · (R + Z). Denning and Buzen, ACM Computing Surveys 10(3), 1978.
  @ParameterizedTest
  @CsvSource({"20, 2_000", "20, 500", "3, 8_000"})
  void thinkingUsersObeyTheResponseTimeLaw(int users, long thinkMillis) {
    long lasts = 1_000_000_000_000L;
    LevelPlan level =
        new LevelPlan(new Arrivals.Closed(thinkMillis * 1_000_000), users, 0, lasts, 0);
    Plans plans = Plans.of(level).withWorkload("azure-conv").withLimits(LengthLimits.NONE);
    Runs run = Runs.of(plans.plan(), target, folder.resolve("r"));

    double meanSeconds =
        run.records().stream()
                .mapToLong(r -> r.stamps().endedNanos() - r.stamps().dueNanos())
                .average()
                .orElseThrow()
            / 1e9;
    double perSecond = run.records().size() / (lasts / 1e9);
    assertThat(perSecond * (meanSeconds + thinkMillis / 1e3))
        .isCloseTo(users, within(0.02 * users));
  }

  @Test
  void theSamePlanGivesTheSameLogAndAnotherSeedAnother() {
    Plans plans = Plans.of(Plans.poisson(80, 300), Plans.closed(8, 200)).withWorkload("azure-conv");
    plans = plans.withLimits(LengthLimits.NONE);
    Runs first = Runs.of(plans.plan(), target, folder.resolve("1"));
    Runs again = Runs.of(plans.plan(), new VirtualTarget(PROFILE), folder.resolve("2"));
    Runs other =
        Runs.of(plans.withSeed(43).plan(), new VirtualTarget(PROFILE), folder.resolve("3"));

    assertThat(again.entries()).isEqualTo(first.entries());
    assertThat(other.records())
        .extracting(r -> r.stamps().intendedNanos())
        .isNotEqualTo(first.records().stream().map(r -> r.stamps().intendedNanos()).toList());
  }

  @Test
  void levelsFollowEachOtherInTime() {
    Runs run =
        Runs.of(
            Plans.of(Plans.closed(1, 5), Plans.closed(4, 20)).plan(), target, folder.resolve("r"));

    assertThat(run.begun()).hasSize(2);
    assertThat(run.begun().get(1).beginNanos()).isGreaterThan(run.ended().get(0).endNanos());
    assertThat(run.ended().get(1).concurrencyPeak()).isEqualTo(4);
  }

  @Test
  void laterTurnsWaitForTheirAnswersAndFindTheirPrefixCached() {
    SessionShape three =
        new SessionShape(
            LengthDistribution.fixed(3), LengthDistribution.fixed(500), HistoryMode.CUMULATIVE);
    Runs run =
        Runs.of(
            Plans.of(Plans.poisson(2, 30))
                .withShape(three)
                .withLimits(
                    new LengthLimits(
                        0, LengthDistribution.fixed(200), LengthDistribution.fixed(20)))
                .plan(),
            target,
            folder.resolve("r"));

    assertThat(run.records()).hasSize(30);
    assertThat(run.records())
        .filteredOn(r -> r.requested().turn() > 0)
        .hasSize(20)
        .allSatisfy(r -> assertThat(r.tokens().usageCachedInput()).isPositive());
  }

  @Test
  void aRequestTooLongForTheModelIsAnError() {
    int tooLong = PROFILE.maxModelLen();
    Runs run =
        Runs.of(
            Plans.of(Plans.closed(1, 3))
                .withLimits(
                    new LengthLimits(
                        0, LengthDistribution.fixed(tooLong), LengthDistribution.fixed(12)))
                .plan(),
            target,
            folder.resolve("r"));

    assertThat(run.records())
        .hasSize(3)
        .allSatisfy(r -> assertThat(r.outcome().key()).isEqualTo("http_error"));
  }

  @Test
  void withoutStreamsThereIsALastTokenAndNoFirst() {
    AskOptions whole = new AskOptions("m", false, false, false, null, null);
    Runs run =
        Runs.of(Plans.of(Plans.closed(1, 2)).withAsk(whole).plan(), target, folder.resolve("r"));

    assertThat(run.records())
        .allSatisfy(r -> {
          assertThat(r.streamed()).isFalse();
          assertThat(r.stamps().firstTokenNanos()).isEqualTo(dev.goodput.record.Stamps.ABSENT);
          assertThat(r.stamps().lastTokenNanos()).isEqualTo(r.stamps().endedNanos());
          assertThat(r.chunks().count()).isEqualTo(1);
        });
  }

  @Test
  void drainingHoldsForTheLevelsAfterToo() {
    BenchListener drainer =
        new BenchListener() {
          @Override
          public void progress(Progress progress) {
            target.drain();
          }
        };
    LevelPlan endless = new LevelPlan(new Arrivals.Poisson(5), 0, 0, 3_600_000_000_000L, 0);
    Runs run =
        Runs.of(Plans.of(endless, Plans.closed(1, 5)).plan(), target, folder.resolve("r"), drainer);

    assertThat(run.outcome().ending()).isEqualTo(LevelEnded.Ending.DRAINED);
    assertThat(run.outcome().levelsRun()).isEqualTo(1);
    assertThat(run.records().size()).isBetween(1, 100);
  }
}
