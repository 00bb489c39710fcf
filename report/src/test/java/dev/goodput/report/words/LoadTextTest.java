package dev.goodput.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.report.InventedResult;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import org.junit.jupiter.api.Test;

final class LoadTextTest {
  @Test
  void showsTargetScheduleAndSentRateSeparately() {
    ReportInput in = InventedResult.good();
    assertThat(LevelFigures.load(in, level(in)))
        .hasSize(3)
        .satisfiesExactly(
            target -> assertThat(target).isEqualTo("target 8/s"),
            planned -> assertThat(planned).matches("planned [\\d.]+/s \\(Poisson draw, seed 42\\)"),
            sent -> assertThat(sent).matches("sent [\\d.]+/s"));
  }

  @Test
  void hasNoRateInAClosedLoop() {
    ReportInput in = InventedResult.many();
    assertThat(LevelFigures.load(in, level(in))).isEmpty();
  }

  @Test
  void hasNoTargetForUnscheduledTraffic() {
    ReportInput in = SampleRuns.observed();
    assertThat(LevelFigures.load(in, level(in))).isEmpty();
  }

  private static LevelResult level(ReportInput in) {
    return in.result().levels().getFirst();
  }
}
