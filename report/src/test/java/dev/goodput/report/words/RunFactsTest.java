package dev.goodput.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.record.LogSource;
import dev.goodput.report.InventedLog;
import dev.goodput.report.InventedResult;
import dev.goodput.report.PassedLog;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RunFactsTest {
  @Test
  void reportsHowManyLevelsRan() {
    assertThat(RunFacts.parts(requested(InventedResult.levels(), 3))).contains("3 load levels");
    assertThat(RunFacts.parts(requested(InventedResult.levels(), 5)))
        .contains("3 of 5 load levels");
    assertThat(RunFacts.parts(requested(SampleRuns.killed(), 2)))
        .contains("Poisson 8/s", "1 of 2 load levels");
    assertThat(RunFacts.parts(SampleRuns.killed())).noneMatch(part -> part.contains("load level"));
  }

  private static String subjectOf(int upstreams, String model) {
    LogSource log = new InventedLog(InventedLog.Shape.GOOD).observed(8);
    ReportInput in = SampleRuns.of(PassedLog.among(log, upstreams), AnalysisOptions.DEFAULTS);
    return RunFacts.subject(in.with(in.manifest().with("target.model", model), List.of()));
  }

  @Test
  void reportsTheNumberOfUpstreamsOfAGatewayLog() {
    assertThat(subjectOf(1, "qwen3-32b")).isEqualTo("qwen3-32b on http://127.0.0.1:8000");
    assertThat(subjectOf(3, "qwen3-32b")).isEqualTo("qwen3-32b on 3 upstreams");
    assertThat(subjectOf(3, "several")).isEqualTo("several models on 3 upstreams");
  }

  @Test
  void namesTheOnlyUpstreamWithRequests() {
    LogSource log = new InventedLog(InventedLog.Shape.GOOD).observed(8);
    ReportInput in = SampleRuns.of(PassedLog.among(log, 1), AnalysisOptions.DEFAULTS);
    assertThat(RunFacts.subject(in.with(in.manifest().without("target.url"), List.of())))
        .isEqualTo("llama-3.1-8b on vllm-0");
  }

  @Test
  void showsLoadAndDrainTimeSeparately() {
    ReportInput in = InventedResult.good();
    assertThat(RunFacts.parts(in)).anyMatch(part -> part.matches("[\\d.]+ s \\+ [\\d.]+ s drain"));
  }

  private static ReportInput requested(ReportInput in, long levels) {
    return in.with(in.manifest().with("run.levels", levels), List.of());
  }
}
