package dev.goodput.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Warmup;
import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.record.Manifest;
import dev.goodput.report.InventedLog;
import dev.goodput.report.InventedResult;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import dev.goodput.report.model.NextStep;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NextAfterRunTest {
  @Test
  void suggestsMoreLoadIfTheRunMetTheSlo() {
    assertThat(next(own(InventedResult.good())))
        .isEqualTo("goodput bench --url http://gpu:8000 --rate 8,16,32");
    InventedLog log = new InventedLog(InventedLog.Shape.GOOD).closed(0, 3);
    assertThat(next(own(SampleRuns.of(log, AnalysisOptions.DEFAULTS))))
        .isEqualTo("goodput bench --url http://gpu:8000 --concurrency 3,12,48");
  }

  @ParameterizedTest
  @CsvSource({"8, 4", "2400, 1200", "0.001, 0.0005", "12.34, 6.17"})
  void suggestsLessLoadIfTheRunMissedTheSlo(double rate, String requested) {
    assertThat(next(own(InventedResult.missingAt(rate))))
        .isEqualTo("goodput bench --url http://gpu:8000 --rate " + requested);
  }

  @Test
  void suggestsInspectingFailuresFirst() {
    String scrape = "failures are there with their reasons";
    NextStep step = new NextAfterRun(own(SampleRuns.missing()), true).next();
    assertThat(step).isEqualTo(new NextStep("", scrape));
    assertThat(new NextAfterRun(own(SampleRuns.missing()), false).next().command())
        .isEqualTo("goodput report runs/20261121-0214-azure-conv --html page.html");
  }

  @Test
  void suggestsCheckingAnUnreachableServer() {
    String see = "goodput bench --url http://gpu:8000";
    assertThat(next(own(SampleRuns.refused(SampleRuns.NOTHING_LEFT)))).isEqualTo(see);
    InventedLog.Shape shape = new InventedLog.Shape(10, 0, 0.03, 0, true, "");
    AnalysisOptions secondHalf =
        AnalysisOptions.DEFAULTS
            .withSlo(Slo.parse("chat"))
            .withWarmup(new Warmup.Fixed(10_000_000_000L));
    ReportInput died = own(SampleRuns.of(new InventedLog(shape).died(8), secondHalf));
    ReportInput allowed = died.with(died.manifest().with("run.max_error_rate", 1), List.of());
    assertThat(allowed.conclusion()).isEqualTo(Conclusion.SLO_MISSED);
    assertThat(next(allowed)).isEqualTo(see);
  }

  @Test
  void suggestsMoreRequestsIfNotAllUsersStarted() {
    assertThat(next(own(InventedResult.many())))
        .isEqualTo("goodput bench --url http://gpu:8000 --requests 200");
  }

  @Test
  void ignoresPlannedCancellations() {
    InventedLog.Shape shape = new InventedLog.Shape(10, 0.6, 0.03, 0, true, "");
    ReportInput in =
        SampleRuns.of(new InventedLog(shape).cancelling().open(0, 8, 0), AnalysisOptions.DEFAULTS);
    assertThat(in.result().levels().getFirst().totals().cancelled()).isGreaterThan(40);
    assertThat(next(own(in))).isEqualTo("goodput bench --url http://gpu:8000 --rate 8,16,32");
  }

  @Test
  void suggestsNoMoreLoadForALateClient() {
    for (ClientHealth.Verdict late :
        List.of(ClientHealth.Verdict.SUSPECT, ClientHealth.Verdict.CLIENT_BOUND)) {
      assertThat(next(own(InventedResult.late(late)))).isEqualTo("goodput selftest");
    }
  }

  @Test
  void suggestsAHigherCapBeforeMoreLoad() {
    InventedLog.Shape shape = new InventedLog.Shape(20, 0, 0.03, 4500, true, "");
    ReportInput in = SampleRuns.of(new InventedLog(shape).open(0, 8, 4), AnalysisOptions.DEFAULTS);
    assertThat(next(own(in))).isEqualTo("goodput bench --url http://gpu:8000 --max-in-flight 128");
  }

  @Test
  void suggestsAHigherCapOnlyIfItsQueueCausesTheMiss() {
    String higher = "goodput bench --url http://gpu:8000 --max-in-flight 128";
    String lighter = "goodput bench --url http://gpu:8000 --rate 4";
    assertThat(next(capped("p95 ttft<=400ms"))).isEqualTo(higher);
    assertThat(next(capped("ttft<=400ms"))).isEqualTo(higher);
    assertThat(next(capped("p95 ttft<=20ms"))).isEqualTo(lighter);
    assertThat(next(capped("p95 tpot<=1ms"))).isEqualTo(lighter);
    assertThat(next(capped("p95 ttft<=400ms, p95 tpot<=1ms"))).isEqualTo(lighter);
  }

  private static ReportInput capped(String slo) {
    InventedLog.Shape shape = new InventedLog.Shape(20, 0, 0.03, 4500, true, "");
    ReportInput in =
        own(
            SampleRuns.of(
                new InventedLog(shape).open(0, 8, 4),
                AnalysisOptions.DEFAULTS.withSlo(Slo.parse(slo))));
    assertThat(in.best().orElseThrow().sloMet()).isFalse();
    return in;
  }

  @Test
  void suggestsRepeatingAKilledRun() {
    ReportInput in = own(SampleRuns.killed());
    assertThat(in.conclusion()).isEqualTo(Conclusion.NOTHING_JUDGED);
    assertThat(next(in)).isEqualTo("goodput bench --url http://gpu:8000");
  }

  @Test
  void suggestsNoCancellationIfAllUsersCancelledEarly() {
    InventedLog.Shape shape = new InventedLog.Shape(10, 1.1, 0.03, 0, true, "");
    ReportInput in =
        own(
            SampleRuns.of(
                new InventedLog(shape).cancelling().open(0, 8, 0),
                AnalysisOptions.DEFAULTS.withSlo(Slo.parse("ttft<=10s"))));
    assertThat(in.conclusion()).isEqualTo(Conclusion.NOTHING_JUDGED);
    assertThat(next(in)).isEqualTo("goodput bench --url http://gpu:8000 --cancel-share 0.5");
    assertThat(next(in.with(in.manifest().with("run.interrupted", 130), List.of())))
        .isEqualTo("goodput bench --url http://gpu:8000");
  }

  @Test
  void suggestsNoLoadAfterAnInterruptedRun() {
    ReportInput in = own(InventedResult.good());
    assertThat(next(in.with(in.manifest().with("run.interrupted", 130), List.of())))
        .isEqualTo("goodput bench --url http://gpu:8000");
    ReportInput early = own(SampleRuns.few(SampleRuns.NOTHING_LEFT));
    assertThat(next(early.with(early.manifest().with("run.interrupted", 130), List.of())))
        .isEqualTo("goodput bench --url http://gpu:8000");
  }

  @Test
  void suggestsASustainableRateIfRequestsPileUp() {
    for (ReportInput in : List.of(SampleRuns.outrun(), SampleRuns.outrunUnjudged())) {
      assertThat(next(own(in))).matches("goodput bench --url http://gpu:8000 --rate (3|2\\.\\d)");
    }
  }

  @Test
  void suggestsStreamingIfResponsesAreNotStreamed() {
    NextStep next = new NextAfterRun(own(SampleRuns.mostlyWhole()), true).next();
    assertThat(next.command()).isEqualTo("goodput bench --url http://gpu:8000");
    assertThat(next.question())
        .startsWith("once you know why answers come whole")
        .contains("nginx proxy_buffering off")
        .contains("--no-stream");
  }

  private static String next(ReportInput in) {
    return new NextAfterRun(in, true).next().command();
  }

  private static ReportInput own(ReportInput in) {
    return in.with(Manifest.empty().with("target.url", "http://gpu:8000"), in.notes());
  }
}
