package dev.goodput.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.BoundResult;
import dev.goodput.metrics.Goodput;
import dev.goodput.metrics.LevelResult;
import dev.goodput.metrics.SloClassResult;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.report.InventedResult;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SloClassWordsTest {
  private static final ReportInput CLASSES = SampleRuns.classes();
  private static final LevelResult LEVEL = CLASSES.result().levels().getFirst();

  @Test
  void giveEachClassThatSomebodyIsInItsVerdictAndItsGoodput() {
    List<Verdict> verdicts = Verdicts.shown(CLASSES, LEVEL);

    assertThat(verdicts)
        .extracting(Verdict::title)
        .startsWith("misses hurried", "meets patient")
        .noneMatch(title -> title.contains("idle"));
    Verdict missed = verdicts.getFirst();
    assertThat(missed.tone()).isEqualTo(Tone.BAD);
    assertThat(missed.text()).startsWith("p95 TTFT ").contains("bound 1 ms");
    assertThat(missed.more())
        .startsWith("0 % of ")
        .contains("(p95 ttft ≤ 1 ms)", "goodput 0 requests/s, 0 output tok/s");
    Verdict met = verdicts.get(1);
    assertThat(met.tone()).isEqualTo(Tone.GOOD);
    assertThat(met.text()).startsWith("100 % of ").contains("(p95 ttft ≤ 60 s)");
    assertThat(met.more()).matches("goodput [\\d.]+ requests/s, [\\d.,]+ output tok/s");
  }

  @Test
  void letTheFamilySpeakOfAllClassesTogether() {
    String attained = Family.of(CLASSES, LEVEL).getFirst().value();

    assertThat(attained).matches("(49|50|51)(\\.\\d)? %");
    assertThat(Family.of(CLASSES, LEVEL))
        .anySatisfy(member ->
            assertThat(member.sentence())
                .isEqualTo(
                    "Delivered output of the classes whose percentile bounds all hold: patient;"
                        + " they do not hold of hurried."));
    assertThat(Sentences.of(LEVEL).getLast()).contains("were not served as the SLO asks");
  }

  private static SloClassResult named(String name, long judged, boolean holds) {
    Slo slo = Slo.parse("p95 ttft<=1s");
    Goodput goodput = new Goodput(1.0, 10.0, 1.0, 0.0, 0.0, 1.0, null, null, judged, 10, null);
    BoundResult bound =
        new BoundResult(
            slo.bounds().getFirst(),
            judged,
            InventedResult.outside(0, holds ? 0 : judged),
            .95,
            holds,
            300.0,
            judged);
    return new SloClassResult(name, slo, judged, 0, holds, List.of(bound), goodput);
  }

  @Test
  void letBoundsHoldThoughNoTokenCameInTheWindow() {
    assertThat(
            SloClassWords.percentiles(
                List.of(
                    named("brief", 3, true), named("empty", 0, false), named("late", 5, false))))
        .isEqualTo(
            "Delivered output of the classes whose percentile bounds all hold: brief; they do not"
                + " hold of late.");
  }
}
