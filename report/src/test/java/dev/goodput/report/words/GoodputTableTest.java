package dev.goodput.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Warmup;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.record.LogSource;
import dev.goodput.report.InventedLog;
import dev.goodput.report.InventedResult;
import dev.goodput.report.PassedLog;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class GoodputTableTest {
  @Test
  void showsEveryMemberWithItsOwnFigure() {
    List<GoodputTable.Member> family = family(InventedResult.good());
    assertThat(family)
        .extracting(GoodputTable.Member::value)
        .containsExactly(
            "97.1 %",
            "7.70 requests/s",
            "1,571 output tok/s",
            "1,565 output tok/s",
            "1,613 output tok/s",
            "97 %",
            "1,590 output tok/s");
    assertThat(family).allSatisfy(member -> assertThat(member.sentence()).endsWith("."));
  }

  @Test
  void hasNoOutputGoodputIfAPercentileBoundIsMissed() {
    GoodputTable.Member percentile = family(InventedResult.missing()).get(4);
    assertThat(percentile.value()).isEqualTo("0 output tok/s");
    assertThat(percentile.sentence())
        .isEqualTo("A percentile bound does not hold, so nothing counts.");
  }

  @Test
  void meetsABoundWithoutTokensInTheWindow() {
    ReportInput in = InventedResult.good();
    LevelResult silent = InventedResult.silent(in.result().levels().getFirst());
    GoodputTable.Member percentile = GoodputTable.of(in, silent).get(4);
    assertThat(percentile.value()).isEqualTo("0 output tok/s");
    assertThat(percentile.sentence())
        .isEqualTo("Every percentile bound holds, so all of the delivered output counts.");
  }

  @Test
  void suggestsNoExistingBoundsWithoutStreams() {
    InventedLog.Shape failing = new InventedLog.Shape(10, 1.0, 0.03, 0, true, "");
    AnalysisOptions options =
        AnalysisOptions.DEFAULTS.withSlo(Slo.parse("ttft<=200ms, tpot<=50ms"));
    GoodputTable.Member smooth =
        family(SampleRuns.of(new InventedLog(failing).open(0, 8, 0), options)).get(6);
    assertThat(smooth.value()).isEqualTo("0 output tok/s");
    assertThat(smooth.sentence())
        .isEqualTo(
            "Tokens that arrived by their deadlines; none of those judged in the window had one, so"
                + " there is no fluidity.");
  }

  /// Talk in the part that is cut off, sums after it; rates are of the whole run.
  private static List<GoodputTable.Member> afterTheTalk(String talk, String sums) {
    InventedLog.Shape shape = new InventedLog.Shape(4, 0, 0.03, 0, true, "");
    long end = 3_500_000_000L;
    LogSource log =
        PassedLog.of(
            new InventedLog(shape).observed(8),
            request -> request.startNanos() < end ? "talk" : "sums");
    AnalysisOptions options =
        AnalysisOptions.DEFAULTS
            .withSloClasses(new TreeMap<>(Map.of("talk", Slo.parse(talk), "sums", Slo.parse(sums))))
            .withWarmup(new Warmup.Fixed(end));
    ReportInput in = SampleRuns.of(log, options);
    assertThat(in.result().levels().getFirst().window().ratesOfWholeRun()).isTrue();
    return family(in);
  }

  @Test
  void suggestsNoBoundsForClassesWithoutJudgedRequests() {
    List<GoodputTable.Member> family = afterTheTalk("p50 ttft<=20s, p50 tpot<=1s", "ttft<=20s");
    assertThat(family.get(4).value()).isEqualTo(Figures.ABSENT);
    assertThat(family.get(4).sentence())
        .isEqualTo("No request could be judged by a class with bounds on percentiles.");
    assertThat(family.get(6).value()).isNotEqualTo(Figures.ABSENT).isNotEqualTo("0 output tok/s");
    assertThat(family.get(6).sentence()).contains("none of those judged in the window had one");
  }

  @Test
  void suggestsMissingBounds() {
    List<GoodputTable.Member> family = afterTheTalk("ttft<=20s", "ttft<=20s");
    assertThat(family.get(4).sentence()).isEqualTo("The SLO has no bound on a percentile.");
    assertThat(family.get(6).sentence()).isEqualTo("Needs a bound on TTFT and one on TPOT.");
  }

  @Test
  void isNotKnownOfARunThatWasKilled() {
    ReportInput in = SampleRuns.killed();
    LevelResult level = in.result().levels().getFirst();

    assertThat(family(in)).isEmpty();
    assertThat(GoodputTable.base(in, level)).isEmpty();
    assertThat(GoodputTable.unknown(level)).hasValue("not known, as the log is not whole");
  }

  @Test
  void isEmptyWithoutAnSlo() {
    assertThat(family(SampleRuns.few())).isEmpty();
  }

  @Test
  void explainsRatesOfTheWholeRun() {
    InventedLog.Shape shape = new InventedLog.Shape(4, 0, 0.03, 0, true, "");
    AnalysisOptions late =
        AnalysisOptions.DEFAULTS
            .withSlo(Slo.parse("chat"))
            .withWarmup(new Warmup.Fixed(3_500_000_000L));
    ReportInput in = SampleRuns.of(new InventedLog(shape).open(0, 8, 0), late);
    LevelResult level = in.result().levels().getFirst();
    long all = level.totals().requests();
    long judged = level.requests().judged();
    assertThat(level.window().ratesOfWholeRun()).isTrue();
    assertThat(judged).isPositive().isLessThan(all);
    assertThat(GoodputTable.base(in, level))
        .contains(
            "of all "
                + all
                + " requests of the run; shares and the verdict: of the "
                + judged
                + " judged in its window");
    assertThat(GoodputTable.of(in, level).get(1).sentence())
        .isEqualTo("Users served well per second, of all " + all + " requests of the run.");
    assertThat(GoodputTable.of(in, level).get(2).sentence()).contains(" delivered in the run.");
  }

  @Test
  void namesTheLevelIfThereAreSeveral() {
    InventedLog.Shape shape = new InventedLog.Shape(4, 0, 0.03, 0, true, "");
    AnalysisOptions late =
        AnalysisOptions.DEFAULTS
            .withSlo(Slo.parse("chat"))
            .withWarmup(new Warmup.Fixed(3_500_000_000L));
    ReportInput in = SampleRuns.of(new InventedLog(shape).open(0, 8, 0).open(1, 8, 0), late);
    LevelResult level = in.result().levels().getFirst();
    String all = "of all " + level.totals().requests() + " requests of the level";
    assertThat(GoodputTable.ofAll(in, level)).contains(all);
    assertThat(GoodputTable.base(in, level).orElseThrow()).startsWith(all + "; ");
  }

  @Test
  void explainsThatThroughputCountsOtherResponses() {
    assertThat(base(7.92)).isEmpty();
    assertThat(base(4.0)).isPresent();
    assertThat(base(12.0)).isPresent();
  }

  private static Optional<String> base(double rps) {
    ReportInput in = InventedResult.ended(rps);
    return GoodputTable.base(in, in.result().levels().getFirst());
  }

  private static List<GoodputTable.Member> family(ReportInput in) {
    return GoodputTable.of(in, in.result().levels().getFirst());
  }
}
