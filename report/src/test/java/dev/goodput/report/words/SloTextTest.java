package dev.goodput.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.report.InventedLog;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import dev.goodput.report.model.Verdict;
import org.junit.jupiter.api.Test;

class SloTextTest {
  @Test
  void reportsHowManyRequestsOfRepeatsWereCancelledTooEarly() {
    InventedLog log = new InventedLog(InventedLog.Shape.GOOD).failing(.1).cancelling();
    log.open(0, 8, 0).open(1, 8, 0).open(2, 8, 0);
    AnalysisOptions chat = AnalysisOptions.DEFAULTS.withSlo(Slo.parse("chat"));
    ReportInput in = SampleRuns.of(log, chat.withRepeated(true));
    long left = in.result().levels().stream().mapToLong(LevelResult::leftEarly).sum();

    assertThat(left).isPositive();
    Verdict verdict = SloText.ofRun(in, in.result().levels().getFirst()).orElseThrow();
    assertThat(verdict.text() + verdict.more())
        .contains(left + " more left too early to be judged");
  }
}
