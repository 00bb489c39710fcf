package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.RunResult;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.tally.JudgedRequest;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogEntry;
import dev.goodput.record.LogSource;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WindowTest {
  private static final long SECOND = 1_000_000_000L;

  private static LogSource every(double gapMillis, int count, double residenceMillis) {
    List<RequestRecord> requests = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double at = i * gapMillis;
      requests.add(
          RequestMaker.at(at)
              .id(i)
              .chunks(at + residenceMillis / 2, at + residenceMillis)
              .usage(1, 2)
              .make());
    }
    return Logs.open(requests.toArray(RequestRecord[]::new));
  }

  private static LevelResult.Window window(LogSource log, Warmup warmup, long cooldown) {
    return Analysed.level(
            log, AnalysisOptions.DEFAULTS.withWarmup(warmup).withCooldownNanos(cooldown))
        .window();
  }

  @Test
  void lastsFromTheWarmUpToTheLastStartSoThatTheDrainIsNeverInside() {
    LevelResult.Window window = window(every(100, 101, 500), new Warmup.Fixed(2 * SECOND), SECOND);

    assertThat(window.beginNanos()).isEqualTo(2 * SECOND);
    assertThat(window.endNanos()).isEqualTo(9 * SECOND);
    assertThat(window.seconds()).isEqualTo(7);
    assertThat(window.warmupSeconds()).isEqualTo(2);
    assertThat(window.runEndNanos()).isEqualTo(10_500_000_000L);
    assertThat(window.ratesOfWholeRun()).isFalse();
  }

  @Test
  void theSampleIsTheRequestsThatStartInItFollowedToTheirEnd() {
    LevelResult level =
        Analysed.level(
            every(100, 101, 500),
            AnalysisOptions.DEFAULTS
                .withWarmup(new Warmup.Fixed(2 * SECOND))
                .withCooldownNanos(SECOND));

    assertThat(level.requests().intended()).isEqualTo(71);
    assertThat(level.requests().ok()).isEqualTo(71);
    // Ended in [2 s, 9 s]: those that started from 1.5 s to 8.5 s.
    assertThat(level.rates().rps()).isCloseTo(71 / 7.0, within(1e-9));
    assertThat(level.rates().concurrencyMean()).isCloseTo(5, within(1e-9));
  }

  @Test
  void tokensCountWhereTheyWereStampedAndNotWhereTheirRequestEnded() {
    // Ten tokens, one each 100 ms from 100 ms on; the window ends with the last start, at 500 ms.
    double[] stamps = {100, 200, 300, 400, 500, 600, 700, 800, 900, 1000};
    LevelResult level =
        Analysed.level(
            Logs.open(
                RequestMaker.at(0).chunks(stamps).usage(8, 20).make(),
                RequestMaker.at(500).ended(510).outcome(new Outcome.HttpError(500, "")).make()),
            AnalysisOptions.DEFAULTS.withWarmup(Warmup.NONE));

    assertThat(level.window().ratesOfWholeRun()).isTrue();

    RateTally rates = new RateTally(0, SECOND / 2);
    JudgedRequest judged = new JudgedRequest(new TreeMap<>(), 5);
    judged.load(RequestMaker.at(0).chunks(stamps).usage(8, 20).make(), null);
    rates.add(judged);
    assertThat(rates.outputTps()).isEqualTo(20);
    assertThat(rates.inputTps()).isEqualTo(16);
    assertThat(rates.totalTps()).isEqualTo(36);
    assertThat(rates.deliveredTps()).isEqualTo(20);
    assertThat(rates.rps()).isZero();
  }

  @Test
  void ratesAreOfTheWholeRunWhereTheWindowIsShorterThanTwoLatencies() {
    LevelResult level = Analysed.level(every(100, 11, 900));

    assertThat(level.window().ratesOfWholeRun()).isTrue();
    assertThat(level.window().seconds()).isEqualTo(1);
    assertThat(level.window().rateSeconds()).isEqualTo(1.9);
    assertThat(level.rates().rps()).isCloseTo(11 / 1.9, within(1e-9));
    assertThat(level.rates().outputTps()).isCloseTo(22 / 1.9, within(1e-9));
    assertThat(level.rates().concurrencyMean()).isCloseTo(11 * 0.9 / 1.9, within(1e-9));
    assertThat(level.warnings())
        .anyMatch(warning ->
            warning.startsWith("rates are of the whole run")
                && warning.contains("window of 1 s")
                && warning.contains("latency of 900 ms"));
  }

  @Test
  void oneRequestIsAWholeRun() {
    LevelResult level =
        Analysed.level(
            Logs.closed(
                1, List.of(RequestMaker.at(0).closed().chunks(100, 200).usage(4, 2).make())),
            AnalysisOptions.DEFAULTS);

    assertThat(level.requests().ok()).isEqualTo(1);
    assertThat(level.rates().rps()).isEqualTo(5);
    assertThat(level.rates().outputTps()).isEqualTo(10);
    assertThat(level.rates().inputTps()).isEqualTo(20);
    assertThat(level.rates().concurrencyPeak()).isEqualTo(1);
  }

  @Test
  void theAutomaticCutIsFiveMeanResidenceTimesWhereTheRunIsSteadyBefore() {
    LevelResult.Window window = window(every(100, 301, 400), Warmup.AUTO, 0);

    assertThat(window.warmupSeconds()).isEqualTo(2.0);
    assertThat(window.warmup()).isEqualTo("five mean request durations");
  }

  @Test
  void aRampThatLastsLongerIsCutByMser() {
    List<RequestRecord> requests = new ArrayList<>();
    Random random = new Random(7);
    for (int i = 0; i < 1000; i++) {
      double at = i * 30.0;
      double ttft = 20 + random.nextInt(5) + (at < 9000 ? (9000 - at) / 30 : 0);
      requests.add(RequestMaker.at(at).id(i).chunks(at + ttft, at + ttft + 10).usage(1, 2).make());
    }

    LevelResult.Window window =
        window(Logs.open(requests.toArray(RequestRecord[]::new)), Warmup.AUTO, 0);

    assertThat(window.warmup()).startsWith("MSER-5");
    assertThat(window.warmupSeconds()).isBetween(7.0, 10.5);
  }

  @Test
  void theAutomaticCutIsAtMostHalfAndSaysWhatWouldHelp() {
    LogSource log = every(100, 51, 2000);
    LevelResult level = Analysed.level(log, AnalysisOptions.DEFAULTS);

    assertThat(level.window().warmupSeconds()).isEqualTo(2.5);
    assertThat(level.warnings())
        .anyMatch(warning ->
            warning.contains("no steady state in the first half")
                && warning.contains("--duration"));
  }

  private static List<LogEntry> answers(int count, double residenceMillis) {
    List<LogEntry> answers = new ArrayList<>();
    every(100, count, residenceMillis).read(answers::add);
    answers.removeIf(entry -> !(entry instanceof RequestRecord));
    return answers;
  }

  private static LevelStarted begun(String arrivals) {
    return new LevelStarted(0, 0, arrivals, "", Double.NaN, 0, 0);
  }

  @Test
  void aLoadThatChangesByPlanIsJudgedFromItsBeginAndSaysSo() {
    LogSource log = Logs.level(begun("stages"), answers(301, 400));
    LevelResult level = Analysed.level(log, AnalysisOptions.DEFAULTS);
    String why = "the load of stages changes by plan, and its start is part of it";

    assertThat(level.window().warmupSeconds()).isZero();
    assertThat(level.requests().intended()).isEqualTo(301);
    assertThat(level.window().warmup()).isEqualTo("nothing cut: " + why);
    assertThat(level.warnings())
        .containsExactly("no warm-up is excluded: " + why + "; to exclude one, use --warmup TIME");
    assertThat(window(log, new Warmup.Fixed(SECOND), 0).warmupSeconds()).isEqualTo(1);
  }

  @Test
  void aTraceGivesTheServerTimeToFillAndHasNoSteadyStateToWaitFor() {
    LevelResult.Window window =
        window(Logs.level(begun("trace"), answers(301, 400)), Warmup.AUTO, 0);

    assertThat(window.warmup()).isEqualTo("five mean request durations");
    assertThat(window.warmupSeconds()).isEqualTo(2);
  }

  @Test
  void aTraceWithAGapIsNotCutDownToWhatComesAfterIt() {
    List<RequestRecord> burstAndGap = new ArrayList<>();
    for (int i = 0; i < 17; i++) {
      double at = i < 12 ? 100 * i : 29_000 + 100 * i;
      burstAndGap.add(RequestMaker.at(at).id(i).chunks(at + 50, at + 400).usage(1, 10).make());
    }
    LevelResult level =
        Analysed.level(Logs.level(begun("trace"), burstAndGap), AnalysisOptions.DEFAULTS);

    assertThat(level.requests().intended()).isEqualTo(9);
    assertThat(level.warnings())
        .anyMatch(warning ->
            warning.startsWith(
                "cut off as warm-up: the first 800 ms of the trace's 30.6 s, 8 of 17 requests; "));
  }

  /// 300 arrivals of which half lie before the middle, but for one or none.
  @ParameterizedTest
  @ValueSource(doubles = {-60, 0, 60})
  void oneArrivalOfATraceDecidesNothing(double moved) {
    List<RequestRecord> even = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      double at = 100 * i + (i == 150 ? moved : 0);
      even.add(RequestMaker.at(at).id(i).chunks(at + 50, at + 3400).usage(1, 10).make());
    }
    LevelResult level = Analysed.level(Logs.level(begun("trace"), even), AnalysisOptions.DEFAULTS);

    assertThat(level.window().warmupSeconds()).isCloseTo(14.9, within(0.1));
    assertThat(level.requests().intended()).isBetween(149L, 151L);
  }

  @Test
  void stagesAreLongerWhereTheyHoldMore() {
    LogSource log = Logs.level(begun("stages"), answers(11, 900));

    assertThat(Analysed.level(log).warnings())
        .anyMatch(warning ->
            warning.contains(": use longer --stages") && !warning.contains("--duration"));
  }

  @Test
  void aLevelThatWasToBeLongerIsNotToldToBe() {
    for (LevelEnded.Ending ending : List.of(LevelEnded.Ending.DRAINED, LevelEnded.Ending.STOPPED)) {
      LogSource half = Logs.level(begun("poisson"), answers(51, 2000), ending);
      assertThat(Analysed.level(half, AnalysisOptions.DEFAULTS).warnings())
          .anyMatch(warning -> warning.startsWith("no steady state in the first half"))
          .noneMatch(warning -> warning.contains("--duration"));
      LogSource shortly = Logs.level(begun("poisson"), answers(11, 900), ending);
      assertThat(Analysed.level(shortly).warnings())
          .anyMatch(warning -> warning.startsWith("rates are of the whole run"))
          .noneMatch(warning -> warning.contains("--duration"));
      assertThat(Analysed.level(shortly).longer()).isEmpty();
    }
    assertThat(Analysed.level(every(100, 11, 900)).longer()).contains("a longer --duration");
  }

  @Test
  void ratesOfAWindowWhoseAnswersComeAfterItAreExplained() {
    List<RequestRecord> requests = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      double at = i * 10;
      requests.add(RequestMaker.at(at).id(i).chunks(at + 90, at + 95).usage(1, 2).make());
    }
    requests.add(RequestMaker.at(5000).id(4).chunks(5100, 5200).usage(1, 2).make());
    LogSource log = Logs.open(requests.toArray(RequestRecord[]::new));

    assertThat(Analysed.level(log).warnings()).isEmpty();
    LevelResult late =
        Analysed.level(log, AnalysisOptions.DEFAULTS.withWarmup(new Warmup.Fixed(SECOND)));
    assertThat(late.requests().ok()).isEqualTo(1);
    assertThat(late.rates().rps()).isZero();
    assertThat(late.warnings())
        .containsExactly(
            "throughput counts 0 responses, because it counts within the window and the only"
                + " successful one ended after it");
  }

  @Test
  void aRunOfLessThanTwoResidenceTimesIsNotCut() {
    LevelResult level = Analysed.level(every(10, 20, 1000), AnalysisOptions.DEFAULTS);

    assertThat(level.window().warmupSeconds()).isZero();
    assertThat(level.requests().intended()).isEqualTo(20);
  }

  @Test
  void aWarmUpLongerThanTheRunLeavesNothingAndSaysSo() {
    LevelResult level =
        Analysed.level(
            every(100, 11, 50), AnalysisOptions.DEFAULTS.withWarmup(new Warmup.Fixed(60 * SECOND)));

    assertThat(level.requests().intended()).isZero();
    assertThat(level.latencies().ttft()).isNull();
    assertThat(level.warnings()).anyMatch(warning -> warning.contains("leave nothing"));
  }

  /// Good answers for a while, refusals from then on.
  private static LogSource dying(int good, int refused) {
    List<RequestRecord> requests = new ArrayList<>();
    for (int i = 0; i < good + refused; i++) {
      RequestMaker request = RequestMaker.at(i * 50).id(i);
      requests.add(
          i < good
              ? request.chunks(i * 50 + 100, i * 50 + 200).usage(1, 2).make()
              : request.ended(i * 50 + 1).outcome(new Outcome.Refused("gone")).make());
    }
    return Logs.open(requests.toArray(RequestRecord[]::new));
  }

  @Test
  void theAutomaticCutNeverTakesEveryAnswerThatThereIs() {
    LevelResult level = Analysed.level(dying(26, 240), AnalysisOptions.DEFAULTS);

    assertThat(level.requests().ok()).isEqualTo(26);
    assertThat(level.requests().failed()).isEqualTo(240);
    assertThat(level.window().warmupSeconds()).isZero();
    assertThat(level.window().warmup()).startsWith("nothing cut");
    assertThat(level.warnings())
        .anyMatch(warning -> warning.startsWith("every successful response started in"));
  }

  @Test
  void aWarmUpThatWasAskedForAndTakesEveryAnswerSaysSo() {
    LevelResult level =
        Analysed.level(
            dying(26, 240), AnalysisOptions.DEFAULTS.withWarmup(new Warmup.Fixed(2 * SECOND)));

    assertThat(level.requests().ok()).isZero();
    assertThat(level.warnings())
        .contains(
            "no response in the window succeeded: all 26 started before it, in the warm-up of 2 s");
  }

  @Test
  void aLevelCountsFromItsOwnBegin() {
    List<RequestRecord> requests = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      double at = 5000 + i * 100;
      requests.add(RequestMaker.at(at).id(i).chunks(at + 5, at + 10).usage(1, 2).make());
    }
    LevelResult.Window window =
        window(
            Logs.level(new LevelStarted(0, 5 * SECOND, "constant", "", 10, 0, 0), requests),
            new Warmup.Fixed(SECOND),
            0);

    assertThat(window.beginNanos()).isEqualTo(6 * SECOND);
    assertThat(window.runBeginNanos()).isEqualTo(5 * SECOND);
  }

  @Test
  void aLevelThatItsCountEndedIsToldToAskMore() {
    LogSource half = Logs.level(begun("poisson"), answers(51, 2000), LevelEnded.Ending.COUNTED);
    assertThat(Analysed.level(half, AnalysisOptions.DEFAULTS).warnings())
        .anyMatch(warning -> warning.endsWith(": use --requests 260 or more"))
        .noneMatch(warning -> warning.contains("--duration"));
    LogSource shortly = Logs.level(begun("stages"), answers(11, 900), LevelEnded.Ending.COUNTED);
    assertThat(Analysed.level(shortly).warnings())
        .anyMatch(warning -> warning.contains(": use more --requests, or lower --stages"));
    assertThat(Analysed.level(shortly).longer()).contains("more --requests");
  }

  @Test
  void aTraceIsToldToPlaySlowerWhereItsRecordingMayBeOver() {
    LevelResult trace = Analysed.level(Logs.level(begun("trace"), answers(11, 900)));
    assertThat(trace.longer())
        .contains("a longer --duration, or a larger --time-scale where the recording is over");
    assertThat(trace.warnings()).noneMatch(warning -> warning.contains("a lower rate"));
  }

  @Test
  void nothingIsCutOfATraceOfWhichMostBeginsAtOnce() {
    List<RequestRecord> many = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      double at = i < 60 ? 0 : 700 * (i - 59);
      many.add(RequestMaker.at(at).id(i).chunks(at + 50, at + 1000).usage(1, 10).make());
    }
    LevelResult level = Analysed.level(Logs.level(begun("trace"), many), AnalysisOptions.DEFAULTS);

    assertThat(level.requests().intended()).isEqualTo(100);
    assertThat(level.warnings())
        .contains(
            "no warm-up is excluded: more than half of the trace starts at once; to exclude one,"
                + " use --warmup TIME");
  }

  @ParameterizedTest
  @ValueSource(doubles = {14_900, 15_100})
  void longAnswersOfATraceMakeNoJump(double e2el) {
    List<RequestRecord> even = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      double at = 100 * i;
      even.add(RequestMaker.at(at).id(i).chunks(at + 50, at + e2el).usage(1, 10).make());
    }
    LevelResult level = Analysed.level(Logs.level(begun("trace"), even), AnalysisOptions.DEFAULTS);

    assertThat(level.window().warmupSeconds()).isCloseTo(14.95, within(0.1));
  }

  @Test
  void aWindowOfNoLengthIsNotComparedWithALatencyOfNone() {
    List<RequestRecord> refused = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      refused.add(RequestMaker.at(0).id(i).ended(0).outcome(new Outcome.Refused("")).make());
    }
    assertThat(Analysed.level(Logs.open(refused.toArray(RequestRecord[]::new))).warnings())
        .anyMatch(warning -> warning.contains("as its window is a single moment"))
        .noneMatch(warning -> warning.contains("shorter than"));
  }

  @Test
  void countsTheUsersForWhomThereWasNoRequest() {
    List<RequestRecord> five = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      five.add(RequestMaker.at(0).id(i).closed().chunks(100, 200).usage(4, 2).make());
    }
    assertThat(Analysed.level(Logs.closed(8, five)).usersWithoutTurn()).isEqualTo(3);
    assertThat(Analysed.level(Logs.closed(3, turns(5))).usersWithoutTurn()).isEqualTo(2);
    assertThat(Analysed.level(Logs.closed(5, five)).usersWithoutTurn()).isZero();
    assertThat(Analysed.level(every(100, 3, 20)).usersWithoutTurn()).isZero();
  }

  @Test
  void doesNotClaimAnSloThatOnlyTheUsersWithATurnMeet() {
    List<RequestRecord> five = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      five.add(RequestMaker.at(0).id(i).closed().chunks(100, 200).usage(4, 2).make());
    }
    RunResult met = judged(8, five, "ttft<=1s");
    assertThat(met.levels().getFirst().sloMet()).isTrue();
    assertThat(met.levels().getFirst().sloSettled()).isNull();
    assertThat(met.sloSettled()).isNull();
    assertThat(judged(8, five, "ttft<=1ms").sloSettled()).as("a miss stays one").isFalse();
    assertThat(judged(5, five, "ttft<=1s").sloSettled()).isTrue();
  }

  private static RunResult judged(int users, List<RequestRecord> requests, String slo) {
    return Analysis.analyse(Logs.closed(users, requests), Analysed.WHOLE.withSlo(Slo.parse(slo)));
  }

  /// One session of so many turns.
  private static List<RequestRecord> turns(int turns) {
    List<RequestRecord> session = new ArrayList<>();
    for (int i = 0; i < turns; i++) {
      double at = 100 * i;
      session.add(
          RequestMaker.at(at)
              .id(i)
              .session(1, i, turns)
              .closed()
              .chunks(at + 50, at + 90)
              .usage(1, 2)
              .make());
    }
    return session;
  }
}
