package dev.goodput.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Manifest;
import dev.goodput.report.InventedResult;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import org.junit.jupiter.api.Test;

final class NextStepTest {
  @Test
  void asksForMoreLoadWhereThisOneWasServed() {
    assertThat(NextStep.of(own(InventedResult.good())).command())
        .isEqualTo("goodput bench --url http://gpu:8000 --concurrency 1,4,16,64");
  }

  @Test
  void asksForLessLoadWhereTheSloWasMissed() {
    assertThat(NextStep.of(own(InventedResult.missing())).command())
        .isEqualTo("goodput bench --url http://gpu:8000 --rate 4");
  }

  @Test
  void looksIntoFailuresBeforeItAsksForLoad() {
    assertThat(NextStep.of(own(SampleRuns.missing())).command())
        .isEqualTo("open the report: failures are there with their reasons");
  }

  private static ReportInput own(ReportInput in) {
    return new ReportInput(
        Manifest.empty().with("target.url", "http://gpu:8000"),
        in.result(),
        in.options(),
        in.portrait(),
        in.log(),
        in.dir(),
        in.state(),
        in.notes());
  }
}
