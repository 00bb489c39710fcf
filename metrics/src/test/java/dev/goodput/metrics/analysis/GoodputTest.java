package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.result.BoundResult;
import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.LogSource;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/// The goodput family, first by the textbook readings that the definitions quote.
class GoodputTest {
  private static final Outcome TIMEOUT = new Outcome.Timeout(Outcome.Timeout.Stage.TOTAL);

  /// Ten seconds: a request each second, then one at 10 s that leaves in time and counts nowhere.
  private static LogSource tenSeconds(IntFunction<RequestMaker> requests) {
    List<RequestRecord> made = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      made.add(requests.apply(i).id(i).make());
    }
    made.add(RequestMaker.at(10_000).id(10).ended(10_001).outcome(new Outcome.Cancelled()).make());
    return Logs.open(made.toArray(RequestRecord[]::new));
  }

  private static RequestMaker answer(int second, int ttft, int tokens) {
    double at = 1000 * second + 100;
    return RequestMaker.at(at).chunks(at + ttft, at + ttft + 100).usage(10, tokens);
  }

  private static Goodput goodput(LogSource log, String slo) {
    return Objects.requireNonNull(Analysed.level(log, slo).goodput());
  }

  @Test
  void aThousandDeliveredTokensASecondWithAFifthTimedOutAreEightHundred() {
    LogSource log =
        tenSeconds(i -> i < 2 ? answer(i, 100, 1000).outcome(TIMEOUT) : answer(i, 100, 1000));

    Goodput goodput = goodput(log, "ttft<=1s");

    assertThat(Analysed.level(log).rates().deliveredOutputTps()).isEqualTo(1000);
    assertThat(Analysed.level(log).rates().outputTps()).isEqualTo(800);
    assertThat(goodput.tokenTps()).isEqualTo(800);
    assertThat(goodput.requestRps()).isEqualTo(0.8);
    assertThat(goodput.attainment()).isEqualTo(0.8);
    assertThat(goodput.usefulWorkRatio()).isEqualTo(0.8);
  }

  @Test
  void tokensThatArriveAfterAShortWindowAreNeitherThroughputNorGoodput() {
    List<RequestRecord> made = new ArrayList<>();
    for (int i = 0; i <= 10; i++) {
      double at = 100 * i;
      made.add(
          RequestMaker.at(at)
              .id(i)
              .chunks(at + 50, at + 150, at + 250, at + 350)
              .usage(1, 4)
              .make());
    }
    LevelResult level =
        Analysed.level(Logs.open(made.toArray(RequestRecord[]::new)), "ttft<=200ms, tpot<=200ms");
    Goodput goodput = Objects.requireNonNull(level.goodput());

    // Of 44 tokens in one second, 4 + 3 + 2 + 1 arrive after the last request was sent.
    assertThat(level.window().ratesOfWholeRun()).isFalse();
    assertThat(level.rates().outputTps()).isEqualTo(34);
    assertThat(goodput.tokenTps()).isEqualTo(34);
    assertThat(goodput.smoothTps()).isEqualTo(34);
    assertThat(goodput.requestRps()).isEqualTo(11);
    assertThat(goodput.goodTokens()).isEqualTo(44);
    assertThat(goodput.fluidity()).isEqualTo(1);
  }

  @Test
  void fiveThousandWithTwoFifthsTimedOutScaleToThreeThousand() {
    LogSource log =
        tenSeconds(i -> i < 4 ? answer(i, 100, 5000).outcome(TIMEOUT) : answer(i, 100, 5000));

    Goodput goodput = goodput(log, "ttft<=1s");

    assertThat(Analysed.level(log).rates().deliveredOutputTps()).isEqualTo(5000);
    assertThat(goodput.scaledTps()).isCloseTo(3000, within(1e-9));
  }

  @Test
  void aP95OfMoreThanTwoSecondsUnderAnSloOfHalfASecondIsZero() {
    LogSource log = tenSeconds(i -> answer(i, i == 9 ? 2300 : 100, 1000));

    LevelResult level = Analysed.level(log, "p95 ttft<=500ms");

    assertThat(level.sloMet()).isFalse();
    assertThat(level.bounds().getFirst().observedMs()).isEqualTo(2300);
    assertThat(Objects.requireNonNull(level.goodput()).percentileTps()).isZero();
    assertThat(level.goodput().attainment()).isEqualTo(0.9);
  }

  @Test
  void aPercentileBoundThatHoldsGivesTheDeliveredTokens() {
    LogSource log = tenSeconds(i -> answer(i, i == 9 ? 700 : 100, 1000));

    Goodput goodput = goodput(log, "p90 ttft<=500ms");

    assertThat(goodput.percentileTps()).isEqualTo(1000);
    assertThat(goodput(log, "ttft<=500ms").percentileTps()).isNull();
  }

  @Test
  void aPercentileBoundCountsFailedArrivalsAsOutside() {
    LogSource log =
        tenSeconds(i ->
            i == 0 ? answer(0, 1, 1).outcome(new Outcome.HttpError(503, "")) : answer(i, 100, 10));

    assertThat(Analysed.level(log, "p90 ttft<=500ms").sloMet()).isTrue();
    assertThat(Analysed.level(log, "p91 ttft<=500ms").sloMet()).isFalse();
    BoundResult bound = Analysed.level(log, "p91 ttft<=500ms").bounds().getFirst();
    assertThat(bound.applies()).isEqualTo(10);
    assertThat(bound.within()).isEqualTo(9);
    assertThat(bound.share()).isEqualTo(0.9);
    assertThat(bound.observedMs()).isEqualTo(100);
  }

  @Test
  void thoseOutsideABoundAreCountedByWhatBecameOfThem() {
    LogSource log =
        tenSeconds(i ->
            switch (i) {
              case 0 -> answer(0, 1, 1).outcome(new Outcome.HttpError(503, ""));
              case 1 -> left(1, 100);
              case 2 -> left(2, 501);
              case 3 -> answer(3, 700, 10).dispatched(3_300).sent(3_300);
              case 4 -> answer(4, 700, 10).dispatched(4_150).sent(4_150);
              case 5, 6 -> RequestMaker.at(i * 1000).sent(i * 1000).ended(i * 1000 + 700);
              default -> answer(i, 100, 10);
            });

    BoundResult bound = Analysed.level(log, "p50 ttft<=500ms").bounds().getFirst();
    assertThat(bound.outside()).isEqualTo(new BoundResult.Outside(1, 1, 2, 2, 1));
    assertThat(bound.applies()).isEqualTo(9);
    assertThat(bound.within()).isEqualTo(3);
    assertThat(bound.missedAlone()).isTrue();
    assertThat(bound.missedByCap()).isFalse();
    BoundResult easier = Analysed.level(log, "p40 ttft<=500ms").bounds().getFirst();
    assertThat(easier.missedByCap()).isTrue();
    BoundResult pace = Analysed.level(log, "p99 tpot<=1us").bounds().getFirst();
    assertThat(pace.missedByCap()).isFalse();
  }

  private static RequestMaker left(int second, double afterMillis) {
    return RequestMaker.at(second * 1000)
        .sent(second * 1000)
        .ended(second * 1000 + afterMillis)
        .outcome(new Outcome.Cancelled(""));
  }

  @Test
  void aBoundWithoutAPercentileHoldsWhenTheJointAttainmentReachesTheTarget() {
    LogSource log = tenSeconds(i -> answer(i, i == 9 ? 700 : 100, 1000));
    AnalysisOptions options =
        Analysed.WHOLE.withSlo(dev.goodput.metrics.slo.Slo.parse("ttft<=500ms, e2el<=10s"));

    assertThat(Analysed.level(log, options).sloMet()).isFalse();
    assertThat(Analysed.level(log, options.withAttainmentTarget(0.9)).sloMet()).isTrue();
  }

  @Test
  void attainmentIsJointOverAllBounds() {
    LogSource log =
        tenSeconds(i -> i < 2 ? answer(i, 700, 1000) : answer(i, 100, i < 5 ? 2 : 1000));

    LevelResult level = Analysed.level(log, "p50 ttft<=500ms, p50 tpot<=50ms");

    assertThat(Objects.requireNonNull(level.goodput()).attainment()).isEqualTo(0.5);
    assertThat(level.bounds().get(0).share()).isEqualTo(0.8);
    assertThat(level.bounds().get(1).share()).isEqualTo(0.7);
  }

  @Test
  void aRequestThatLeftInTimeLeavesTheDenominatorsAndItsTokensAreWaste() {
    LogSource log =
        tenSeconds(i ->
            i == 0 ? answer(0, 100, 500).outcome(new Outcome.Cancelled()) : answer(i, 100, 500));

    LevelResult level = Analysed.level(log, "ttft<=200ms");
    Goodput goodput = Objects.requireNonNull(level.goodput());

    assertThat(goodput.attainment()).isEqualTo(1);
    assertThat(goodput.usefulWorkRatio()).isEqualTo(0.9);
    assertThat(level.requests().cancelled()).isEqualTo(2);
    assertThat(level.requests().judged()).isEqualTo(9);
    assertThat(level.reliability().errorRate()).isZero();
  }

  @Test
  void aRequestThatLeftAfterAThresholdHadPassedStaysInTheDenominators() {
    LogSource log =
        tenSeconds(i ->
            i == 0 ? answer(0, 300, 500).outcome(new Outcome.Cancelled()) : answer(i, 100, 500));

    LevelResult level = Analysed.level(log, "ttft<=200ms");

    assertThat(Objects.requireNonNull(level.goodput()).attainment()).isEqualTo(0.9);
    assertThat(level.requests().cancelledLate()).isEqualTo(1);
  }

  @Test
  void arrivalsThatWereNeverSentCountAsBad() {
    LogSource log =
        tenSeconds(i ->
            i < 3
                ? RequestMaker.at(1000 * i + 100)
                    .ended(1000 * i + 200)
                    .outcome(new Outcome.Unsent("shed"))
                : answer(i, 100, 500));

    LevelResult level = Analysed.level(log, "ttft<=200ms");

    assertThat(Objects.requireNonNull(level.goodput()).attainment()).isEqualTo(0.7);
    assertThat(level.requests().byOutcome()).containsEntry("unsent", 3L);
    assertThat(level.requests().sent()).isEqualTo(8);
  }

  @Test
  void tokensOfAnAnswerThatCameWholeAreOnTimeWhereItsFirstMayBe() {
    LogSource log =
        Logs.open(
            RequestMaker.at(0).chunks(50, 60, 70, 80).usage(1, 4).make(),
            RequestMaker.at(100).id(1).ended(3100).usage(1, 12).make(),
            RequestMaker.at(200).id(2).ended(300).usage(1, 8).make());

    assertThat(goodput(log, "ttft<=200ms, tpot<=100ms").fluidity()).isEqualTo(12.0 / 24);
  }

  @Test
  void fluidityIsTheShareOfTokensThatCameBeforeTheirDeadlines() {
    LogSource log =
        tenSeconds(i -> {
          double at = 1000 * i + 100;
          return i == 0
              ? RequestMaker.at(at).chunks(at + 100, at + 150, at + 900, at + 901).usage(1, 4)
              : RequestMaker.at(at).chunks(at + 100, at + 150, at + 200, at + 250).usage(1, 4);
        });

    Goodput goodput = goodput(log, "ttft<=200ms, tpot<=100ms");

    // Deadlines of the first: 200, 300, 400 missed at 900, 1000.
    assertThat(goodput.fluidity()).isEqualTo(39.0 / 40);
    assertThat(goodput.smoothTps()).isCloseTo(3.9, within(1e-12));
    assertThat(goodput(log, "ttft<=200ms").fluidity()).isNull();
    assertThat(goodput(log, "ttft<=200ms").smoothTps()).isNull();
  }

  @Test
  void tokensOfAClientThatLeftInTimeAreInNeitherPartOfFluidity() {
    LogSource log =
        tenSeconds(i -> {
          double at = 1000 * i + 100;
          RequestMaker maker = RequestMaker.at(at).chunks(at + 100, at + 150).usage(1, 2);
          return i == 0 ? maker.outcome(new Outcome.Cancelled()) : maker;
        });

    Goodput goodput = goodput(log, "ttft<=200ms, tpot<=100ms");

    assertThat(goodput.attainment()).isEqualTo(1);
    assertThat(goodput.fluidity()).isEqualTo(1);
  }

  @Test
  void tokensOfAnAttemptThatAnotherFollowedAreInNeitherPartOfFluidity() {
    LogSource log =
        Logs.open(
            RequestMaker.at(0).chunks(50, 60).usage(1, 2).outcome(TIMEOUT).attempt(0, false).make(),
            RequestMaker.at(0).chunks(80, 90).usage(1, 2).attempt(1, true).make(),
            answer(1, 100, 2).id(1).make());

    assertThat(goodput(log, "ttft<=200ms, tpot<=100ms").fluidity()).isEqualTo(1);
  }

  @Test
  void onTimeTokensOfAFailedAnswerDoNotCount() {
    LogSource log =
        tenSeconds(i -> i == 0 ? answer(0, 100, 2).outcome(TIMEOUT) : answer(i, 100, 2));

    assertThat(goodput(log, "ttft<=200ms, tpot<=100ms").fluidity()).isEqualTo(0.9);
  }

  @Test
  void whereNobodyCouldBeJudgedTheSloIsNeitherMetNorMissed() {
    LogSource log =
        tenSeconds(i ->
            RequestMaker.at(1000 * i + 1).ended(1000 * i + 50).outcome(new Outcome.Cancelled("")));
    LevelResult level = Analysed.level(log, "p95 ttft<=200ms");

    assertThat(level.requests().judged()).isZero();
    assertThat(level.sloMet()).isNull();
    assertThat(Objects.requireNonNull(level.goodput()).requestRps()).isNull();
  }

  @Test
  void withoutAnSloThereIsNoGoodput() {
    LevelResult level = Analysed.level(tenSeconds(i -> answer(i, 100, 10)));

    assertThat(level.goodput()).isNull();
    assertThat(level.sloMet()).isNull();
    assertThat(level.bounds()).isEmpty();
  }

  @Test
  void batchCallsEveryFinishedAnswerGood() {
    LogSource log =
        tenSeconds(i -> i == 0 ? answer(0, 100, 10).outcome(TIMEOUT) : answer(i, 9000, 10));

    LevelResult level = Analysed.level(log, "batch");

    assertThat(Objects.requireNonNull(level.goodput()).attainment()).isEqualTo(0.9);
    assertThat(level.sloMet()).isTrue();
  }
}
