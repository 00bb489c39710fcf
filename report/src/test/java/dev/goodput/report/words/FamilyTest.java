package dev.goodput.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.AnalysisOptions;
import dev.goodput.metrics.LevelResult;
import dev.goodput.metrics.Warmup;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.report.InventedLog;
import dev.goodput.report.InventedResult;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class FamilyTest {
  @Test
  void showsEveryMemberWithItsOwnFigure() {
    LevelResult level = InventedResult.good().result().levels().getFirst();
    List<Family.Member> family = Family.of(level);
    assertThat(family)
        .extracting(Family.Member::value)
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
  void givesNothingForTheOutputWhereAPercentileBoundIsMissed() {
    LevelResult level = InventedResult.missing().result().levels().getFirst();
    assertThat(Family.of(level).get(4).value()).isEqualTo("0 output tok/s");
    assertThat(Family.of(level).get(4).sentence())
        .isEqualTo("A percentile bound does not hold, so nothing counts.");
  }

  @Test
  void isEmptyWithoutAnSlo() {
    assertThat(Family.of(SampleRuns.few().result().levels().getFirst())).isEmpty();
  }

  @Test
  void saysWhichRequestsARateOfTheWholeRunCounts() {
    InventedLog.Shape shape = new InventedLog.Shape(4, 0, 0.03, 0, true, "");
    AnalysisOptions late =
        AnalysisOptions.DEFAULTS
            .withSlo(Slo.parse("chat"))
            .withWarmup(new Warmup.Fixed(3_500_000_000L));
    ReportInput in = SampleRuns.of(new InventedLog(shape).open(0, 8, 0), late);
    LevelResult level = in.result().levels().getFirst();
    long all = level.totals().requests();
    long judged = level.requests().intended();
    assertThat(level.window().ratesOfWholeRun()).isTrue();
    assertThat(judged).isPositive().isLessThan(all);
    assertThat(Family.base(level))
        .contains(
            "of all "
                + all
                + " requests of the run; shares and the verdict: of the "
                + judged
                + " in its window");
    assertThat(Family.of(level).get(1).sentence())
        .isEqualTo("Users served well per second, of all " + all + " requests of the run.");
    assertThat(Family.of(level).get(2).sentence()).contains("; within the run ");
  }

  @Test
  void saysThatThroughputIsOfOtherAnswersWhereItIsAnotherRate() {
    assertThat(base(7.92)).isEmpty();
    assertThat(base(4.0)).isPresent();
    assertThat(base(12.0)).isPresent();
  }

  private static Optional<String> base(double rps) {
    return Family.base(InventedResult.ended(rps).result().levels().getFirst());
  }
}
