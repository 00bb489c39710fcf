package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.chart.LevelChartData;
import dev.goodput.metrics.chart.RunChartData;
import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.RunFigures;
import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.SloClassResult;
import dev.goodput.metrics.result.SloResult;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.HealthSample;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogEntry;
import dev.goodput.record.LogSource;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// A gateway's traffic, whose requests are judged by their own classes.
class SloClassesTest {
  private static final AnalysisOptions OPTIONS =
      AnalysisOptions.DEFAULTS.withSloClasses(
          new TreeMap<>(
              Map.of(
                  "talk", Slo.parse("p50 ttft<=200ms, p50 tpot<=50ms"),
                  "sums", Slo.parse("p50 ttft<=2s"),
                  "idle", Slo.parse("ttft<=1ms"))));

  private final List<RequestRecord> requests = new ArrayList<>();

  /// An answer of 10 tokens.
  private RequestMaker answer(double atMs, double ttftMs, String sloClass) {
    double first = atMs + ttftMs;
    RequestMaker maker = RequestMaker.at(atMs).id(requests.size()).usage(5, 10).sloClass(sloClass);
    for (int i = 0; i < 10; i++) {
      maker.chunks(first + 10 * i);
    }
    return maker;
  }

  private LogSource log() {
    return Logs.level(
        new LevelStarted(0, 0, ArrivalKind.OBSERVED.word(), "", Double.NaN, 0, 0),
        requests,
        LevelEnded.Ending.COMPLETE);
  }

  private LevelResult level() {
    return Analysed.level(log(), OPTIONS);
  }

  /// Ten seconds: six of `talk`, two of them late; three of `sums`, as late as they; one of none.
  private void mixed() {
    for (int i = 0; i < 6; i++) {
      requests.add(answer(1000 * i, i < 2 ? 900 : 100, "talk").make());
    }
    for (int i = 6; i < 9; i++) {
      requests.add(answer(1000 * i, 900, "sums").make());
    }
    requests.add(answer(10_000, 100, "").make());
  }

  private static SloClassResult named(LevelResult level, String name) {
    return level.classes().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void judgesEachRequestByTheClassThatItHad() {
    mixed();
    LevelResult level = level();

    assertThat(named(level, "talk").judged()).isEqualTo(6);
    assertThat(named(level, "talk").goodput().attainment()).isCloseTo(4.0 / 6, within(1e-9));
    assertThat(named(level, "talk").bounds()).hasSize(2);
    assertThat(named(level, "sums").goodput().attainment()).isEqualTo(1.0);
    assertThat(named(level, "idle").judged()).isZero();
    assertThat(named(level, "idle").met()).isNull();
  }

  @Test
  void addsTheGoodputOfTheClassesUp() {
    mixed();
    LevelResult level = level();
    Goodput all = Objects.requireNonNull(level.goodput());

    assertThat(level.judged()).isEqualTo(9);
    assertThat(all.attainment()).isCloseTo(7.0 / 9, within(1e-9));
    assertThat(all.good()).isEqualTo(7);
    assertThat(all.requestRps()).isCloseTo(.7, within(1e-9));
    assertThat(all.tokenTps()).isCloseTo(7.0, within(1e-9));
    assertThat(all.usefulWorkRatio())
        .as("of requests that an SLO judges")
        .isCloseTo(70.0 / 90, within(1e-9));
    assertThat(all.percentileTps()).isCloseTo(9.0, within(1e-9));
    assertThat(all.fluidity())
        .as("of those whose tokens have deadlines")
        .isEqualTo(named(level, "talk").goodput().fluidity())
        .isNotNull();
    assertThat(level.bounds()).isEmpty();
    assertThat(level.bounded()).isTrue();
  }

  @Test
  void sharesAreOfThoseWhomTheyAreSharesOf() {
    mixed();
    assertThat(RunFigures.of(level()).sampleSizes())
        .containsEntry(ComparedMetric.ATTAINMENT, 9L)
        .containsEntry(ComparedMetric.ERROR_RATE, 10L);
  }

  @Test
  void meetsThemWhereEachClassThatSomebodyIsInDoes() {
    mixed();
    assertThat(level().sloMet()).isTrue();

    requests.replaceAll(each -> each.id() < 5 ? late(each) : each);
    LevelResult level = level();
    assertThat(named(level, "talk").met()).isFalse();
    assertThat(named(level, "sums").met()).isTrue();
    assertThat(level.sloMet()).isFalse();
  }

  private RequestRecord late(RequestRecord request) {
    return answer(request.startNanos() / 1e6, 5000, "talk").id(request.id()).make();
  }

  @Test
  void areMetByNobodyKnowsWhomWhereAllOfOneWereLeft() {
    requests.add(answer(0, 100, "talk").make());
    requests.add(
        RequestMaker.at(500)
            .id(1)
            .sloClass("sums")
            .outcome(new Outcome.Cancelled("the client left"))
            .make());
    LevelResult level = level();

    assertThat(named(level, "talk").met()).isTrue();
    assertThat(named(level, "sums").judged()).isZero();
    assertThat(named(level, "sums").left()).isEqualTo(1);
    assertThat(level.sloMet()).isNull();
  }

  @Test
  void areMetWhereThoseWhoWereLeftHadNoBounds() {
    for (int i = 0; i < 100; i++) {
      requests.add(answer(100 * i, 100, "talk").make());
    }
    requests.add(
        RequestMaker.at(500)
            .id(100)
            .sloClass("batch")
            .outcome(new Outcome.Cancelled("the client left"))
            .make());
    AnalysisOptions options =
        OPTIONS.withSloClasses(
            new TreeMap<>(
                Map.of(
                    "talk", Slo.parse("p50 ttft<=200ms, p50 tpot<=50ms"),
                    "batch", Slo.parse("batch"))));
    LevelResult level = Analysed.level(log(), options);

    assertThat(named(level, "batch").met()).isNull();
    assertThat(level.sloMet()).isTrue();
  }

  @Test
  void haveNoSmoothGoodputWhereNobodyIsInAClassWithDeadlines() {
    requests.add(answer(0, 900, "sums").make());
    requests.add(answer(1000, 900, "sums").make());
    Goodput all = Objects.requireNonNull(level().goodput());

    assertThat(all.smoothTps()).isNull();
    assertThat(all.attainment()).isEqualTo(1.0);
  }

  /// Talk in the first three seconds, which are cut off, and sums after them whose answers take as
  /// long as all that is left, so that rates are of the whole run.
  private LevelResult afterTheTalk(String sums) {
    for (int i = 0; i < 29; i++) {
      requests.add(answer(100 * i, 50, "talk").make());
    }
    for (int i = 0; i < 30; i++) {
      double at = 3000 + 10 * i;
      requests.add(
          RequestMaker.at(at)
              .id(29 + i)
              .usage(5, 10)
              .sloClass("sums")
              .chunks(at + 50, at + 600)
              .make());
    }
    AnalysisOptions options =
        OPTIONS
            .withSloClasses(
                new TreeMap<>(
                    Map.of(
                        "talk", Slo.parse("p50 ttft<=200ms, p50 tpot<=80ms"),
                        "sums", Slo.parse(sums))))
            .withWarmup(new Warmup.Fixed(3_000_000_000L));
    return Analysed.level(log(), options);
  }

  @Test
  void areAllInTheRatesOfTheWholeRunThoughNobodyOfOneIsInTheWindow() {
    LevelResult level = afterTheTalk("p50 ttft<=2s, p50 tpot<=80ms");
    Goodput all = Objects.requireNonNull(level.goodput());

    assertThat(level.window().ratesOfWholeRun()).isTrue();
    assertThat(named(level, "talk").judged()).isZero();
    assertThat(all.smoothTps())
        .as("59 answers of 10 tokens, each in time")
        .isCloseTo(590 / level.window().rateSeconds(), within(1e-9));
    assertThat(all.smoothTps()).isEqualTo(all.tokenTps());
    assertThat(all.percentileTps())
        .as("of talk nobody can tell whether its bounds hold")
        .isCloseTo(300 / level.window().rateSeconds(), within(1e-9));
  }

  @Test
  void haveNoPercentileGoodputWhereNobodyIsInTheOnesWithSuchBounds() {
    LevelResult level = afterTheTalk("ttft<=2s, tpot<=80ms");

    assertThat(level.window().ratesOfWholeRun()).isTrue();
    assertThat(Objects.requireNonNull(level.goodput()).percentileTps()).isNull();
  }

  /// The verdict on a gateway that is 10 ms late, a fiftieth of a bound of half a second.
  private ClientHealth.Verdict verdictOfTenMillisLate() {
    List<LogEntry> entries = new ArrayList<>(requests);
    for (int second = 1; second < 10; second++) {
      long at = second * 1_000_000_000L;
      entries.add(new HealthSample(0, at, List.of(10_000_000L), List.of(), .1, .1, 0, 0, 4));
    }
    LevelStarted begun = new LevelStarted(0, 0, ArrivalKind.OBSERVED.word(), "", Double.NaN, 0, 0);
    return Analysed.level(Logs.level(begun, entries), OPTIONS).client().verdict();
  }

  @Test
  void holdTheGatewayToTheTightestOfThoseThatSomebodyIsIn() {
    for (int i = 0; i < 100; i++) {
      requests.add(answer(100 * i, 100, "sums").make());
    }
    assertThat(verdictOfTenMillisLate()).isEqualTo(ClientHealth.Verdict.TRUSTED);

    requests.add(answer(9_000, 100, "talk").make());
    assertThat(verdictOfTenMillisLate()).isEqualTo(ClientHealth.Verdict.CLIENT_BOUND);
  }

  @Test
  void namesTheClassesWithWhatTheyAsk() {
    mixed();
    SloResult slo = Objects.requireNonNull(Analysis.analyse(log(), OPTIONS).slo());

    assertThat(slo.expression())
        .isEqualTo(
            "idle: ttft ≤ 1 ms; sums: p50 ttft ≤ 2 s; talk: p50 ttft ≤ 200 ms, p50 tpot ≤ 50 ms");
    assertThat(slo.met()).isTrue();
  }

  @Test
  void judgesAllByOneSloWhereOneIsAskedFor() {
    mixed();
    LevelResult level = Analysed.level(log(), OPTIONS.withSlo(Slo.parse("ttft<=200ms")));

    assertThat(level.classes()).isEmpty();
    assertThat(level.judged()).as("all but the one of no class").isEqualTo(9);
    assertThat(Objects.requireNonNull(level.goodput()).good()).isEqualTo(4);
  }

  @Test
  void drawsWhoWasGoodByHisOwnClass() {
    mixed();
    RunChartData charts = RunChartData.of(log(), Analysis.analyse(log(), OPTIONS), OPTIONS);

    assertThat(charts.levels().getFirst().rows())
        .extracting(LevelChartData.Row::good)
        .containsExactly(false, false, true, true, true, true, true, true, true, null);
  }

  @Test
  void drawsNobodyOfNoClassAsJudgedByTheSloOfAll() {
    mixed();
    AnalysisOptions options = OPTIONS.withSlo(Slo.parse("ttft<=200ms"));
    RunChartData charts = RunChartData.of(log(), Analysis.analyse(log(), options), options);

    assertThat(charts.levels().getFirst().rows().getLast().good()).isNull();
  }
}
