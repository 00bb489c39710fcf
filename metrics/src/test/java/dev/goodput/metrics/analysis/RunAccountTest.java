package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.result.Cost;
import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.RunResult;
import dev.goodput.metrics.result.Totals;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogEntry;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.TokenSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Outcomes, retries, availability, turns, cost, lengths.
class RunAccountTest {
  private static RequestRecord answer(long id, double at) {
    return RequestMaker.at(at).id(id).chunks(at + 100, at + 200).usage(10, 2).make();
  }

  @Test
  void aRetryIsOneRequestWhoseEarlierAttemptsCountInTokensOnly() {
    LevelResult level =
        Analysed.level(
            Logs.open(
                RequestMaker.at(0)
                    .attempt(0, false)
                    .chunks(50, 60, 70)
                    .outcome(new Outcome.Reset("peer"))
                    .make(),
                RequestMaker.at(0).due(500).attempt(1, true).chunks(700, 800).usage(9, 2).make(),
                answer(1, 2000)));

    assertThat(level.requests().intended()).isEqualTo(2);
    assertThat(level.requests().ok()).isEqualTo(2);
    assertThat(level.requests().failed()).isZero();
    assertThat(level.requests().retries()).isEqualTo(1);
    assertThat(level.reliability().errorRate()).isZero();
    assertThat(level.tokens().output()).isEqualTo(7);
    assertThat(level.tokens().outputByOutcome()).containsEntry("reset", 3L);
    assertThat(level.reliability().tokenErrorRate()).isEqualTo(3.0 / 7);
    assertThat(Objects.requireNonNull(level.latencies().ttft()).max()).isEqualTo(700);
    assertThat(Objects.requireNonNull(level.latencies().fromDispatch().ttftMs()).max())
        .isEqualTo(200);
  }

  @Test
  void everyTimeOutHasItsOwnKey() {
    List<RequestRecord> requests = new ArrayList<>();
    for (Outcome.Timeout.Stage stage : Outcome.Timeout.Stage.values()) {
      requests.add(RequestMaker.at(10).ended(20).outcome(new Outcome.Timeout(stage)).make());
    }

    assertThat(
            Analysed.level(Logs.open(requests.toArray(RequestRecord[]::new)))
                .requests()
                .byOutcome())
        .containsOnlyKeys(
            "timeout_connect", "timeout_first_token", "timeout_idle", "timeout_total");
  }

  @Test
  void availabilityIsTheShareOfTenSecondSlicesThatWork() {
    List<RequestRecord> requests = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      double at = i * 100;
      // 0–10 s: one failure in 100; 10–20 s: six; 20–30 s: all; 30–40 s: five.
      boolean fails = at < 10_000 ? i == 5 : at < 20_000 ? i % 100 < 6 : at < 30_000 || i % 100 < 5;
      RequestMaker maker = RequestMaker.at(at).id(i);
      requests.add(
          fails
              ? maker.ended(at + 1).outcome(new Outcome.HttpError(500, "")).make()
              : maker.chunks(at + 10, at + 20).make());
    }

    LevelResult level = Analysed.level(Logs.open(requests.toArray(RequestRecord[]::new)));

    assertThat(level.reliability().availability()).isEqualTo(0.5);
    assertThat(level.reliability().errorRate()).isEqualTo(112.0 / 400);
  }

  @Test
  void aRunOfFailuresAloneHasAnErrorRateOfOneAndNoLatencies() {
    LevelResult level =
        Analysed.level(
            Logs.open(
                RequestMaker.at(0).ended(1).outcome(new Outcome.Refused("")).make(),
                RequestMaker.at(50).ended(51).outcome(new Outcome.Refused("")).make()),
            "chat");

    assertThat(level.reliability().errorRate()).isEqualTo(1);
    assertThat(level.reliability().availability()).isZero();
    assertThat(level.reliability().tokenErrorRate()).isNull();
    assertThat(level.latencies().e2el()).isNull();
    assertThat(level.sloMet()).isFalse();
    assertThat(Objects.requireNonNull(level.goodput()).attainment()).isZero();
    assertThat(level.goodput().usefulWorkRatio()).isNull();
    assertThat(Objects.requireNonNull(level.reading()).brokenShare()).isEqualTo(1);
  }

  @Test
  void turnsAreToldApartAndASessionLastsFromItsFirstStartToItsLastToken() {
    LevelResult level =
        Analysed.level(
            Logs.open(
                RequestMaker.at(0).session(1, 0, 2).chunks(300, 400).make(),
                RequestMaker.at(1000).session(1, 1, 2).chunks(1100, 1500).make(),
                RequestMaker.at(100).session(2, 0, 2).chunks(600, 700).make(),
                RequestMaker.at(1500)
                    .session(2, 1, 2)
                    .ended(1600)
                    .outcome(new Outcome.HttpError(500, ""))
                    .make()));

    LevelResult.Turns turns = Objects.requireNonNull(level.turns());
    assertThat(Objects.requireNonNull(turns.firstTtftMs()).mean()).isEqualTo(400);
    assertThat(Objects.requireNonNull(turns.laterTtftMs()).mean()).isEqualTo(100);
    assertThat(Objects.requireNonNull(turns.sessionMs()).count()).isEqualTo(1);
    assertThat(turns.sessionMs().max()).isEqualTo(1500);
  }

  @Test
  void singleTurnsHaveNoTurnsPart() {
    assertThat(Analysed.level(Logs.open(answer(0, 0))).turns()).isNull();
  }

  @Test
  void threeDollarsAnHourAtFourThousandTokensASecondAreTwentyCentsAMillion() {
    List<RequestRecord> requests = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      double at = 1000 * i + 100;
      requests.add(
          RequestMaker.at(at)
              .id(i)
              .session(i / 2, i % 2, 2)
              .chunks(at + 100, at + 200)
              .usage(10, 4000)
              .make());
    }
    requests.add(
        RequestMaker.at(10_000)
            .session(4, 1, 2)
            .ended(10_001)
            .outcome(new Outcome.Cancelled())
            .make());

    LevelResult level =
        Analysed.level(
            Logs.open(requests.toArray(RequestRecord[]::new)),
            Analysed.WHOLE.withCost(new Cost(3, "USD")).withSlo(Slo.parse("ttft<=1s")));

    LevelResult.CostResult cost = Objects.requireNonNull(level.cost());
    assertThat(cost.perMillionOutputTokens()).isCloseTo(0.20833, within(1e-4));
    assertThat(cost.perMillionGoodTokens()).isEqualTo(cost.perMillionOutputTokens());
    assertThat(cost.perRequest()).isCloseTo(3.0 / 3600 * 10 / 10, within(1e-12));
    assertThat(cost.perSession()).isCloseTo(3.0 / 3600 * 10 / 5, within(1e-12));
    assertThat(cost.currency()).isEqualTo("USD");
  }

  @Test
  void answersShorterThanRequestedAreAWarning() {
    LevelResult level =
        Analysed.level(
            Logs.open(
                RequestMaker.at(0).requested(100, 128).chunks(1, 2).usage(104, 64).make(),
                RequestMaker.at(9).requested(100, 128).chunks(10, 12).usage(104, 64).make()));

    assertThat(level.lengths()).isEqualTo(new LevelResult.Lengths(100.0, 104.0, 128.0, 64.0));
    assertThat(level.warnings())
        .contains("responses have 64 tokens on average, not 128 as requested (−50 %)");
  }

  @Test
  void theErrorRateOfARunIsOverAllItsLevels() {
    RunResult run =
        Analysis.analyse(
            Logs.open(
                answer(0, 0),
                answer(1, 10),
                answer(2, 20),
                RequestMaker.at(30).ended(31).outcome(new Outcome.Empty()).make(),
                RequestMaker.at(40).ended(41).outcome(new Outcome.Cancelled()).make()),
            Analysed.WHOLE);

    assertThat(run.errorRate()).isEqualTo(0.25);
    assertThat(run.slo()).isNull();
  }

  @Test
  void optionsRefuseWhatMakesNoSense() {
    AnalysisOptions defaults = AnalysisOptions.DEFAULTS;
    assertThatThrownBy(() -> defaults.withAttainmentTarget(0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> defaults.withPaceTps(Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> defaults.withCooldownNanos(-1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Warmup.Fixed(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Cost(-1, "USD")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void totalsAreOfTheWholeLevelWarmUpIncluded() {
    LevelResult level =
        Analysed.level(
            Logs.open(
                answer(0, 0),
                RequestMaker.at(100)
                    .attempt(0, false)
                    .usage(10, 1)
                    .chunks(150)
                    .outcome(new Outcome.Reset(""))
                    .make(),
                RequestMaker.at(100).attempt(1, true).due(200).chunks(300).usage(10, 1).make(),
                RequestMaker.at(200).ended(250).outcome(new Outcome.Unsent("shed")).make(),
                answer(3, 5000)),
            Analysed.WHOLE.withWarmup(new Warmup.Fixed(4_000_000_000L)));

    assertThat(level.requests().intended()).isEqualTo(1);
    assertThat(level.totals())
        .isEqualTo(
            new Totals(
                4,
                4,
                3,
                1,
                0,
                0,
                4,
                1,
                40,
                6,
                true,
                true,
                new TreeMap<>(Map.of("ok", 3L, "unsent", 1L)),
                new TreeMap<>(),
                0,
                new TreeSet<>()));
  }

  @Test
  void knowsWhetherTheServerToldItsTokens() {
    LevelResult none =
        Analysed.level(Logs.open(RequestMaker.at(0).chunks(1, 2).make(), answer(1, 10)));
    assertThat(none.totals().inputByUsage()).isFalse();
    assertThat(none.totals().outputByUsage()).isFalse();
    LevelResult output =
        Analysed.level(Logs.open(RequestMaker.at(0).chunks(1, 2).usage(0, 2).make()));
    assertThat(output.totals().inputByUsage()).isFalse();
    assertThat(output.totals().outputByUsage()).isTrue();
    LevelResult failed =
        Analysed.level(
            Logs.open(
                RequestMaker.at(0).chunks(1, 2).usage(5, 2).make(),
                RequestMaker.at(0).outcome(new Outcome.Reset("")).make()));
    assertThat(failed.totals().inputByUsage()).isTrue();
  }

  @Test
  void whatAnEngineComputedAgainIsNoUsefulWork() {
    AnalysisOptions options = Analysed.WHOLE.withSlo(Slo.parse("ttft<=1s"));
    LevelResult level = Analysed.level(Logs.open(answer(0, 0), answer(1, 10)), options);
    Goodput before = Objects.requireNonNull(level.goodput());
    assertThat(before.usefulWorkRatio()).isEqualTo(1);
    assertThat(before.recomputedTokens()).isNull();
    Goodput after = Objects.requireNonNull(level.recomputing(3 * before.goodTokens()).goodput());
    assertThat(after.usefulWorkRatio()).isEqualTo(0.25);
    assertThat(after.recomputedTokens()).isEqualTo(3 * before.goodTokens());
    Goodput nothing = Objects.requireNonNull(level.recomputing(0).goodput());
    assertThat(nothing.usefulWorkRatio()).isEqualTo(1);
  }

  @Test
  void aUsageOfNoTokenBesideContentIsNotBelieved() {
    LevelResult level =
        Analysed.level(
            Logs.open(
                RequestMaker.at(0).chunks(1, 2, 3).usage(0, 0).make(),
                RequestMaker.at(10).chunks(11, 12).usage(5, 2).make()));

    assertThat(level.tokens().output()).isEqualTo(5);
    assertThat(level.tokens().outputSource()).isEqualTo(TokenSource.CHUNKS);
    assertThat(level.warnings())
        .anyMatch(warning ->
            warning.startsWith(
                "the server's usage reports 0 output tokens for 1 response with text"));
  }

  @Test
  void aUsageOfNoPromptTokenIsNotBelieved() {
    LevelResult level =
        Analysed.level(
            Logs.open(
                RequestMaker.at(0).chunks(1, 2).requested(100, 2).usage(0, 2).make(),
                RequestMaker.at(10).chunks(11, 12).requested(100, 2).usage(90, 2).make()));

    assertThat(level.tokens().input()).isEqualTo(190);
    assertThat(level.lengths().inputReported()).isEqualTo(90);
  }

  @Test
  void answersThatCameWholeAreToldWhereStreamsWereAskedFor() {
    LevelResult level =
        Analysed.level(
            Logs.open(
                RequestMaker.at(0).ended(20).usage(5, 2).make(),
                RequestMaker.at(10).chunks(11, 12).usage(5, 2).make()));

    assertThat(level.warnings())
        .anyMatch(warning ->
            warning.startsWith(
                "1 response arrived in one piece although a stream was requested: TTFT, TPOT and"
                    + " ITL cover the 1 that streamed"));
  }

  @Test
  void noWarmUpExcusesAFailure() {
    List<LogEntry> entries = new ArrayList<>();
    entries.add(new LevelStarted(0, 0, "constant", "", 10, 0, 0));
    for (int i = 0; i < 120; i++) {
      Outcome loading = new Outcome.HttpError(i < 20 ? 503 : 429, "loading");
      entries.add(
          i < 27
              ? RequestMaker.at(i * 100).id(i).ended(i * 100 + 1).outcome(loading).make()
              : answer(i, i * 100));
    }
    RunResult run =
        Analysis.analyse(
            Logs.of(entries), Analysed.WHOLE.withWarmup(new Warmup.Fixed(5_000_000_000L)));
    LevelResult level = run.levels().getFirst();

    assertThat(level.requests().failed()).isZero();
    assertThat(level.excluded()).isEqualTo(50);
    assertThat(level.excludedFailures()).isEqualTo(27);
    assertThat(level.judgedErrorRate()).isEqualTo(27 / 120.0);
    assertThat(run.errorRate()).isEqualTo(27 / 120.0);
    assertThat(level.totals().byStatus()).isEqualTo(Map.of(503, 20L, 429, 7L));
  }

  @Test
  void whereNothingIsLeftOfTheSampleTheErrorRateIsThatOfTheWholeRun() {
    RunResult run =
        Analysis.analyse(
            Logs.open(
                RequestMaker.at(0).ended(1).outcome(new Outcome.Refused("")).make(), answer(1, 10)),
            Analysed.WHOLE.withWarmup(new Warmup.Fixed(60_000_000_000L)));

    assertThat(run.levels().getFirst().requests().intended()).isZero();
    assertThat(run.errorRate()).isEqualTo(0.5);
  }

  @Test
  void costIsSharedOverTheSameTimeAsTheRates() {
    LevelResult level =
        Analysed.level(
            Logs.open(answer(0, 0), answer(1, 100), answer(2, 200)),
            Analysed.WHOLE.withCost(new Cost(3600, "EUR")));

    // The whole run: 0.4 s for three requests, each a session of its own.
    assertThat(level.window().ratesOfWholeRun()).isTrue();
    LevelResult.CostResult cost = Objects.requireNonNull(level.cost());
    assertThat(cost.perRequest()).isCloseTo(0.4 / 3, within(1e-9));
    assertThat(cost.perSession()).isCloseTo(0.4 / 3, within(1e-9));
    assertThat(cost.perMillionGoodTokens()).isNull();
  }

  @Test
  void aLevelOfWhoseSampleNothingIsLeftCountsWithAllOfItsFailures() {
    List<LogEntry> entries = new ArrayList<>();
    entries.add(new LevelStarted(0, 0, "poisson", "", 1, 0, 0));
    for (int i = 0; i < 9; i++) {
      entries.add(answer(i, 5000 + i));
    }
    entries.add(new LevelStarted(1, 0, "poisson", "", 1, 0, 0));
    entries.add(RequestMaker.at(0).level(1).ended(1).outcome(new Outcome.Refused("")).make());

    RunResult run =
        Analysis.analyse(
            Logs.of(entries), Analysed.WHOLE.withWarmup(new Warmup.Fixed(1_000_000_000L)));

    assertThat(run.levels().getFirst().judgedErrorRate()).isZero();
    assertThat(run.levels().getLast().requests().intended()).isZero();
    assertThat(run.levels().getLast().judgedErrorRate()).isEqualTo(1);
    assertThat(run.errorRate()).isEqualTo(0.1);
  }

  @Test
  void theLengthOfAnAnswerIsKnownThoughNoneWasAskedFor() {
    LevelResult level =
        Analysed.level(
            Logs.open(
                RequestMaker.at(0).chunks(1, 2).usage(5, 10).make(),
                RequestMaker.at(10).chunks(11, 12).usage(5, 30).make(),
                RequestMaker.at(20).chunks(21).outcome(new Outcome.Reset("")).make()));

    assertThat(level.lengths().outputReported()).isNull();
    assertThat(level.outputTokensPerAnswer()).isEqualTo(20);
  }
}
