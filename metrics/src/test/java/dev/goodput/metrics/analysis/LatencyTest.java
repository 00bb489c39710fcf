package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.stream.ItlSource;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.Channel;
import dev.goodput.record.Outcome;
import dev.goodput.record.TokenCounts;
import dev.goodput.record.TokenSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LatencyTest {
  private static Distribution there(@Nullable Distribution distribution) {
    return Objects.requireNonNull(distribution);
  }

  @Test
  void tpotWeighsRequestsAndItlWeighsTokens() {
    LevelResult level =
        Analysed.level(
            Logs.open(
                RequestMaker.at(0).chunks(100, 110, 120, 130, 140).usage(1, 5).make(),
                RequestMaker.at(1000).chunks(1100, 1200).usage(1, 2).make()));

    assertThat(there(level.latencies().tpot()).mean()).isCloseTo(55, within(1e-9));
    assertThat(there(level.latencies().itl()).mean()).isCloseTo(28, within(1e-9));
    assertThat(there(level.latencies().itl()).count()).isEqualTo(5);
    assertThat(level.rates().outputTpsPerUser()).isCloseTo((100 + 10) / 2.0, within(1e-9));
    assertThat(level.tokens().itlSource()).isEqualTo(ItlSource.CHUNKS);
  }

  @Test
  void aGapIsSpreadEvenlyOverTheTokensOfItsChunk() {
    LevelResult level =
        Analysed.level(
            Logs.open(
                RequestMaker.at(0)
                    .chunk(100, Channel.ANSWER, 4)
                    .chunk(140, Channel.ANSWER, 4)
                    .chunk(220, Channel.ANSWER, 4)
                    .usage(1, 12)
                    .make()));

    Distribution itl = there(level.latencies().itl());
    assertThat(itl.count()).isEqualTo(8);
    assertThat(itl.min()).isEqualTo(10);
    assertThat(itl.max()).isEqualTo(20);
    assertThat(itl.mean()).isCloseTo(120.0 / 8, within(1e-9));
    assertThat(there(level.latencies().of(LatencyMetric.CHUNK_GAP)).mean()).isEqualTo(60);
    assertThat(there(level.latencies().tpot()).mean()).isCloseTo(120.0 / 11, within(1e-5));
    assertThat(level.tokens().itlSource()).isEqualTo(ItlSource.USAGE);
    assertThat(level.tokens().chunks()).isEqualTo(3);
    assertThat(level.tokens().burstsShare()).isZero();
  }

  @Test
  void withoutASourceOfTokensPerChunkOnlyTheMeanIsGiven() {
    LevelResult level =
        Analysed.level(Logs.open(RequestMaker.at(0).chunks(100, 140, 220).usage(1, 13).make()));

    Distribution itl = there(level.latencies().itl());
    assertThat(level.tokens().itlSource()).isEqualTo(ItlSource.NONE);
    assertThat(itl.mean()).isCloseTo(10, within(1e-9));
    assertThat(itl.count()).isEqualTo(12);
    assertThat(itl.p50()).isNull();
    assertThat(itl.max()).isNull();
    assertThat(there(level.latencies().of(LatencyMetric.CHUNK_GAP)).max()).isEqualTo(80);
    assertThat(level.tokens().chunksAgainstUsage()).isCloseTo(3.0 / 13 - 1, within(1e-12));
  }

  @Test
  void chunksStandForTokensWhereTheyDifferByAtMostOnePercent() {
    double[] hundred = new double[100];
    for (int i = 0; i < hundred.length; i++) {
      hundred[i] = 100 + 10 * i;
    }

    LevelResult close =
        Analysed.level(Logs.open(RequestMaker.at(0).chunks(hundred).usage(1, 101).make()));
    LevelResult far =
        Analysed.level(Logs.open(RequestMaker.at(0).chunks(hundred).usage(1, 102).make()));

    assertThat(close.tokens().itlSource()).isEqualTo(ItlSource.CHUNKS);
    assertThat(there(close.latencies().itl()).mean()).isCloseTo(9.9, within(1e-9));
    assertThat(there(close.latencies().itl()).p50()).isEqualTo(10);
    assertThat(far.tokens().itlSource()).isEqualTo(ItlSource.NONE);
  }

  @Test
  void oneTokenAnswersAreLeftOutOfTpotAndCounted() {
    LevelResult level =
        Analysed.level(
            Logs.open(
                RequestMaker.at(0).chunks(100).usage(1, 1).make(),
                RequestMaker.at(1000).chunks(1100, 1150).usage(1, 2).make()));

    assertThat(there(level.latencies().tpot()).count()).isEqualTo(1);
    assertThat(there(level.latencies().tpot()).min()).isEqualTo(50);
    assertThat(level.latencies().tpotUndefined()).isEqualTo(1);
    assertThat(there(level.latencies().ttft()).count()).isEqualTo(2);
  }

  @Test
  void withOneTokenAnswersAloneNothingPerTokenIsDefined() {
    LevelResult level =
        Analysed.level(Logs.open(RequestMaker.at(0).chunks(100).usage(1, 1).make()));

    assertThat(level.latencies().tpot()).isNull();
    assertThat(level.latencies().itl()).isNull();
    assertThat(level.latencies().of(LatencyMetric.CHUNK_GAP)).isNull();
    assertThat(level.rates().outputTpsPerUser()).isNull();
    assertThat(there(level.latencies().of(LatencyMetric.GENERATION_TIME)).max()).isZero();
  }

  @Test
  void failedRequestsHaveNoPlaceInLatencies() {
    LevelResult level =
        Analysed.level(
            Logs.open(
                RequestMaker.at(0).chunks(100, 200).usage(1, 2).make(),
                RequestMaker.at(500)
                    .chunks(9000, 9900)
                    .outcome(new Outcome.ErrorEvent("overloaded"))
                    .make(),
                RequestMaker.at(600).ended(650).outcome(new Outcome.HttpError(429, "")).make(),
                RequestMaker.at(700).chunks(800).outcome(new Outcome.Truncated("")).make()));

    assertThat(there(level.latencies().ttft()).count()).isEqualTo(1);
    assertThat(there(level.latencies().e2el()).max()).isEqualTo(200);
    assertThat(level.requests().byOutcome())
        .containsOnlyKeys("ok", "error_event", "http_error", "truncated");
    assertThat(level.requests().failed()).isEqualTo(3);
  }

  @Test
  void aStreamThatWasNotAskedForLeavesTtftAbsent() {
    LevelResult level =
        Analysed.level(Logs.open(RequestMaker.at(0).notStreamed().chunks(400).usage(3, 20).make()));

    assertThat(level.latencies().ttft()).isNull();
    assertThat(level.latencies().itl()).isNull();
    assertThat(level.tokens().itlSource()).isNull();
    assertThat(level.reading()).isNull();
    assertThat(there(level.latencies().e2el()).max()).isEqualTo(400);
  }

  @Test
  void coalescedReadsShowAsBurstsAndZeroGaps() {
    LevelResult level =
        Analysed.level(
            Logs.open(RequestMaker.at(0).chunks(100, 100, 100, 100, 300).usage(1, 5).make()));

    assertThat(level.tokens().burstsShare()).isEqualTo(0.8);
    assertThat(there(level.latencies().of(LatencyMetric.CHUNK_GAP)).p50()).isZero();
    assertThat(level.warnings()).anyMatch(warning -> warning.contains("arrived in bursts"));
  }

  @Test
  void theTwinsTellWhereTheClientsWaitWent() {
    LevelResult level =
        Analysed.level(
            Logs.open(
                RequestMaker.at(0).dispatched(400).sent(410).chunks(500, 600).usage(1, 2).make()));

    assertThat(there(level.latencies().ttft()).max()).isEqualTo(500);
    assertThat(there(level.latencies().fromDispatch().ttftMs()).max()).isEqualTo(100);
    assertThat(there(level.latencies().service().ttftMs()).max()).isEqualTo(90);
    assertThat(there(level.latencies().service().e2elMs()).max()).isEqualTo(190);
    assertThat(there(level.latencies().of(LatencyMetric.GATEWAY_WAIT)).max()).isEqualTo(410);
  }

  @Test
  void theWorstSourceUsedIsTheSourceOfTheOutputTokens() {
    LevelResult level =
        Analysed.level(
            Logs.open(
                RequestMaker.at(0).chunks(1, 2).usage(5, 2).make(),
                RequestMaker.at(10)
                    .chunks(11, 12)
                    .tokens(TokenCounts.NONE.withTokenizer(5, 2))
                    .make(),
                RequestMaker.at(20).chunks(21, 22).outcome(new Outcome.Reset("")).make()));

    assertThat(level.tokens().outputSource()).isEqualTo(TokenSource.TOKENIZER);
    assertThat(level.tokens().output()).isEqualTo(6);
    assertThat(level.tokens().outputByOutcome()).containsEntry("ok", 4L).containsEntry("reset", 2L);
    assertThat(level.reliability().tokenErrorRate()).isEqualTo(1.0 / 3);
  }

  @Test
  void missingUsageFallsBackToChunksAndSaysSo() {
    LevelResult level = Analysed.level(Logs.open(RequestMaker.at(0).chunks(1, 2, 3).make()));

    assertThat(level.tokens().outputSource()).isEqualTo(TokenSource.CHUNKS);
    assertThat(level.tokens().output()).isEqualTo(3);
    assertThat(level.tokens().reasoning()).isNull();
    assertThat(level.warnings()).anyMatch(warning -> warning.contains("no usable usage"));
  }

  @Test
  void hiddenReasoningStaysInUsageTotalsAndOutOfSpeed() {
    LevelResult level =
        Analysed.level(
            Logs.open(
                RequestMaker.at(0)
                    .chunks(1000, 1010, 1020)
                    .tokens(TokenCounts.ofUsage(7, 103, 100, 4, 2))
                    .make()));

    assertThat(level.tokens().output()).isEqualTo(103);
    assertThat(level.tokens().reasoning()).isEqualTo(100);
    assertThat(level.tokens().cachedInput()).isEqualTo(4);
    assertThat(level.tokens().rejectedDraft()).isEqualTo(2);
    assertThat(there(level.latencies().tpot()).max()).isEqualTo(10);
    assertThat(level.tokens().itlSource()).isEqualTo(ItlSource.CHUNKS);
  }

  @Test
  void theTokenizersDisagreementWithUsageIsReported() {
    LevelResult level =
        Analysed.level(
            Logs.open(
                RequestMaker.at(0)
                    .chunks(1, 2)
                    .tokens(new TokenCounts(5, 100, -1, -1, -1, 5, 110))
                    .make()));

    assertThat(level.tokens().tokenizerAgainstUsage()).isCloseTo(0.1, within(1e-12));
    assertThat(level.tokens().outputSource()).isEqualTo(TokenSource.USAGE);
    assertThat(level.warnings()).anyMatch(warning -> warning.contains("+10 %"));
  }
}
