package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RandomRun;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.Channel;
import dev.goodput.record.RequestRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What must not change a figure does not.
@Tag("property")
class MetamorphicTest {
  private static final AnalysisOptions OPTIONS =
      AnalysisOptions.DEFAULTS.withSlo(Slo.parse("p90 ttft<=10ms, tpot<=9ms"));

  @Test
  void anotherOriginOfTheClockChangesNothing() {
    long shift = 3_600_000_000_000L;
    for (long seed = 1; seed <= 20; seed++) {
      LevelResult here =
          Analysed.level(RandomRun.log(RandomRun.requests(seed, 300, true, 0), 0), OPTIONS);
      LevelResult there =
          Analysed.level(RandomRun.log(RandomRun.requests(seed, 300, true, shift), shift), OPTIONS);

      assertThat(there.latencies()).as("seed %d", seed).isEqualTo(here.latencies());
      assertThat(there.goodput()).isEqualTo(here.goodput());
      assertThat(there.rates()).isEqualTo(here.rates());
      assertThat(there.requests()).isEqualTo(here.requests());
      assertThat(there.tokens()).isEqualTo(here.tokens());
      assertThat(there.window().seconds()).isEqualTo(here.window().seconds());
    }
  }

  @Test
  void theOrderOfTheRecordsChangesNothing() {
    for (long seed = 1; seed <= 20; seed++) {
      List<RequestRecord> requests = RandomRun.requests(seed, 300, true, 0);
      List<RequestRecord> shuffled = new ArrayList<>(requests);
      Collections.shuffle(shuffled, new Random(seed));

      LevelResult one = Analysed.level(RandomRun.log(requests, 0), OPTIONS);
      LevelResult other = Analysed.level(RandomRun.log(shuffled, 0), OPTIONS);

      assertThat(other.goodput()).as("seed %d", seed).isEqualTo(one.goodput());
      assertThat(other.requests()).isEqualTo(one.requests());
      assertThat(other.tokens()).isEqualTo(one.tokens());
      assertThat(other.load()).isEqualTo(one.load());
      assertThat(other.bounds()).isEqualTo(one.bounds());
      assertThat(Objects.requireNonNull(other.latencies().ttft()).p90())
          .isEqualTo(Objects.requireNonNull(one.latencies().ttft()).p90());
      assertThat(other.rates().concurrencyPeak()).isEqualTo(one.rates().concurrencyPeak());
    }
  }

  @Test
  void splittingAChunkIntoOneReadOfSeveralEventsKeepsWhatUsersFeel() {
    LevelResult whole =
        Analysed.level(
            Logs.open(
                RequestMaker.at(0)
                    .chunk(100, Channel.ANSWER, 2)
                    .chunk(160, Channel.ANSWER, 3)
                    .usage(1, 5)
                    .make()),
            "ttft<=1s");
    LevelResult split =
        Analysed.level(
            Logs.open(
                RequestMaker.at(0)
                    .chunk(100, Channel.ANSWER, 1)
                    .chunk(100, Channel.ANSWER, 1)
                    .chunk(160, Channel.ANSWER, 1)
                    .chunk(160, Channel.ANSWER, 1)
                    .chunk(160, Channel.ANSWER, 1)
                    .usage(1, 5)
                    .make()),
            "ttft<=1s");

    assertThat(split.latencies().ttft()).isEqualTo(whole.latencies().ttft());
    assertThat(split.latencies().tpot()).isEqualTo(whole.latencies().tpot());
    assertThat(split.latencies().e2el()).isEqualTo(whole.latencies().e2el());
    assertThat(split.goodput()).isEqualTo(whole.goodput());
    assertThat(Objects.requireNonNull(split.reading()).stallRatio())
        .isEqualTo(Objects.requireNonNull(whole.reading()).stallRatio());
    assertThat(split.tokens().burstsShare()).isEqualTo(1);
    assertThat(whole.tokens().burstsShare()).isZero();
    // k₁ is 1 instead of 2: the same time over one more token.
    assertThat(Objects.requireNonNull(whole.latencies().itl()).mean()).isCloseTo(20, within(1e-9));
    assertThat(Objects.requireNonNull(split.latencies().itl()).mean()).isCloseTo(15, within(1e-9));
  }

  @Test
  void sheddingLoadCannotImproveAttainment() {
    for (long seed = 1; seed <= 20; seed++) {
      List<RequestRecord> requests = RandomRun.requests(seed, 200, true, 0);
      List<RequestRecord> shed = new ArrayList<>();
      Random random = new Random(seed);
      for (RequestRecord request : requests) {
        boolean drop = random.nextInt(3) == 0;
        shed.add(
            drop
                    && request.last()
                    && !(request.outcome() instanceof dev.goodput.record.Outcome.Cancelled)
                ? RequestMaker.at(request.stamps().intendedNanos() / 1e6)
                    .id(request.id())
                    .ended(request.stamps().intendedNanos() / 1e6 + 1)
                    .outcome(new dev.goodput.record.Outcome.Unsent("shed"))
                    .make()
                : request);
      }
      assertThat(attainment(shed)).as("seed %d", seed).isLessThanOrEqualTo(attainment(requests));
    }
  }

  private static double attainment(List<RequestRecord> requests) {
    LevelResult level = Analysed.level(RandomRun.log(requests, 0), OPTIONS.withWarmup(Warmup.NONE));
    Double attainment = Objects.requireNonNull(level.goodput()).attainment();
    return Objects.requireNonNull(attainment);
  }
}
