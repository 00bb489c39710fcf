package dev.goodput.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Warmup;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogSource;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import dev.goodput.report.InventedLog;
import dev.goodput.report.InventedResult;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import dev.goodput.report.ci.JunitXml;
import dev.goodput.report.ci.MarkdownSummary;
import dev.goodput.report.document.ResultDocument;
import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.page.HtmlReport;
import dev.goodput.report.terminal.TerminalReport;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RunTextTest {
  @Test
  void reportsNothingForAGoodRun() {
    assertThat(RunText.against(InventedResult.good())).isEmpty();
    assertThat(RunText.against(InventedResult.levels())).isEmpty();
  }

  @Test
  void reportsFailuresAtOtherLevels() {
    ReportInput in = SampleRuns.crowded();
    assertThat(in.conclusion()).isEqualTo(Conclusion.TOO_MANY_FAILURES);
    assertThat(in.best().orElseThrow().totals().failed()).isZero();
    Verdict verdict = RunText.conclusion(in).orElseThrow();
    assertThat(verdict.title()).endsWith(" failed");
    assertThat(verdict.text())
        .containsPattern("% of [\\d,]+ requests over 2 levels; worst at 64 users: .* http_error");
    assertThat(verdict.more()).isEqualTo("More than the 1 % that are allowed.");
    assertThat(TerminalReport.render(in, 80, false)).startsWith(verdict.title());
    assertThat(MarkdownSummary.markdown(in)).startsWith("## " + verdict.title());
  }

  @Test
  void reportsInternalErrorsAtOtherLevels() {
    InventedLog log = new InventedLog(InventedLog.Shape.GOOD);
    ReportInput in = SampleRuns.chat(log.closed(0, 1).miscounted().closed(1, 4));
    assertThat(in.best().orElseThrow().level()).isOne();
    assertThat(RunText.conclusion(in).orElseThrow().text()).startsWith("at 1 user: ");
    assertThat(Verdicts.shown(in, in.best().orElseThrow()).getFirst().title())
        .isEqualTo("fault of Goodput");
  }

  @Test
  void doesNotRepeatTheVerdictsOfTheLevel() {
    for (ReportInput in : List.of(InventedResult.missing(), InventedResult.clientBound())) {
      List<Verdict> shown = Verdicts.shown(in, in.best().orElseThrow());
      assertThat(RunText.conclusion(in)).isPresent();
      assertThat(shown).isEqualTo(Verdicts.of(in, in.best().orElseThrow()));
    }
  }

  @Test
  void doesNotCountFailuresOfTheReportedLevelTwice() {
    InventedLog log = new InventedLog(new InventedLog.Shape(10, 0, 0.03, 0, true, "busy"));
    ReportInput in =
        SampleRuns.of(log.closed(0, 1).failing(0.04).closed(1, 16), AnalysisOptions.DEFAULTS);
    List<Verdict> shown = Verdicts.shown(in, in.best().orElseThrow());
    assertThat(in.best().orElseThrow().level()).isOne();
    assertThat(shown.getFirst().text()).contains("over 2 levels; worst at 16 users: ");
    assertThat(shown).filteredOn(verdict -> verdict.title().endsWith(" failed")).hasSize(1);
  }

  @Test
  void reportsAnUnreachableServerInsteadOfAnEmptyWindow() {
    ReportInput in = SampleRuns.refused(SampleRuns.NOTHING_LEFT);
    assertThat(in.result().levels().getFirst().requests().intended()).isZero();
    assertThat(RunText.conclusion(in).orElseThrow().text())
        .matches("no request found a server: \\d+ refused");
  }

  @Test
  void suggestsNoOptionsForAnInterruptedRun() {
    ReportInput few = SampleRuns.few(SampleRuns.NOTHING_LEFT);
    ReportInput in = few.with(few.manifest().with("run.interrupted", 130), List.of());
    assertThat(RunText.conclusion(in).orElseThrow().text())
        .isEqualTo("no request started after the warm-up and before the cool-down");
    assertThat(RunText.against(in).orElseThrow().title()).isEqualTo("interrupted");
    assertThat(TerminalReport.render(in, 160, false)).startsWith("Interrupted: a signal came");
  }

  @Test
  void reportsThatNothingWasMeasuredWithoutResponsesInTheWindow() {
    InventedLog log = new InventedLog(new InventedLog.Shape(10, 0, 0.03, 0, true, "busy"));
    Warmup lastThird = new Warmup.Fixed(10_000_000_000L);
    ReportInput in = SampleRuns.of(log.died(8), AnalysisOptions.DEFAULTS.withWarmup(lastThird));
    ReportInput lenient = in.with(in.manifest().with("run.max_error_rate", 1), in.notes());
    assertThat(lenient.conclusion()).isEqualTo(Conclusion.NO_RESPONSE);
    long failed = in.result().levels().getFirst().requests().failed();
    assertThat(RunText.against(lenient).orElseThrow())
        .isEqualTo(
            new Verdict(
                Severity.BAD,
                "nothing was measured",
                "no request that started in the measurement window was answered: "
                    + failed
                    + " refused",
                ""));
    assertThat(MarkdownSummary.markdown(lenient)).startsWith("## Nothing was measured: ");
  }

  @Test
  void anSloWithoutJudgedRequestsIsNotMissed() {
    InventedLog log = new InventedLog(InventedLog.Shape.GOOD).open(0, 8, 0);
    LogSource left =
        consumer ->
            log.read(entry -> consumer.accept(entry instanceof RequestRecord r ? left(r) : entry));
    ReportInput in =
        SampleRuns.of(left, AnalysisOptions.DEFAULTS.withSlo(Slo.parse("p95 ttft<=200ms")));
    assertThat(in.conclusion()).isEqualTo(Conclusion.NOTHING_JUDGED);
    assertThat(RunText.against(in).orElseThrow().text())
        .isEqualTo(
            "all clients that started in the measurement window left before the SLO could judge"
                + " them; use a smaller --cancel-share or a longer --cancel-after");
    assertThat(JunitXml.xml(in))
        .contains("<skipped message=\"no arrival to judge it by\"/>")
        .contains("<failure message=\"nothing was judged: all clients that started");
    assertThat(ResultDocument.json(in)).doesNotContain("\"met\"", "\"fluidity\"");
    assertThat(GoodputTable.of(in, in.result().levels().getFirst())).isEmpty();
    assertThat(TerminalReport.render(in, 80, false))
        .contains("goodput      no request could be judged by the SLO");
    assertThat(HtmlReport.html(in))
        .contains(
            "No request could be judged by the SLO, p95 ttft ≤ 200 ms, so there is no goodput.")
        .doesNotContain("The SLO has no bound on a percentile.", "of 0 arrivals");
  }

  /// The same request, whose user left by plan after 100 ms.
  private static RequestRecord left(RequestRecord r) {
    long no = Stamps.ABSENT;
    long at = r.stamps().intendedNanos();
    return new RequestRecord(
        r.id(),
        r.level(),
        r.attempt(),
        r.last(),
        r.streamed(),
        r.start(),
        r.requested(),
        new Stamps(at, at, at, no, no, no, no, no, no, no, at + 100_000_000),
        ChunkLog.EMPTY,
        TokenCounts.NONE,
        0,
        new Outcome.Cancelled(""));
  }

  @Test
  void suggestsLongerStages() {
    LogSource staged =
        consumer -> {
          consumer.accept(new LevelStarted(0, 0, "stages", "", 0.1, 0, 0));
          consumer.accept(new LevelEnded(0, 1_000_000_000, LevelEnded.Ending.COMPLETE, -1, 0));
        };
    ReportInput in = SampleRuns.of(staged, AnalysisOptions.DEFAULTS);
    assertThat(RunText.against(in).orElseThrow().text())
        .isEqualTo("no request fell due; use a higher rate or longer --stages");
    assertThat(TerminalReport.render(in, 80, false)).contains("use longer --stages");
  }

  @Test
  void keepsAVerdictWithFiguresThatAlsoOccurInTheConclusion() {
    LogSource empty =
        consumer -> {
          consumer.accept(new LevelStarted(0, 0, "constant", "", 10, 0, 0));
          consumer.accept(new LevelEnded(0, 1_000_000_000, LevelEnded.Ending.COMPLETE, -1, 0));
        };
    ReportInput in = SampleRuns.of(empty, AnalysisOptions.DEFAULTS);
    assertThat(ClientText.figures(in.best().orElseThrow())).isEmpty();
    assertThat(Verdicts.shown(in, in.best().orElseThrow()))
        .extracting(Verdict::title)
        .containsExactly("no requests", "client not sampled");
  }

  @Test
  void suggestsOptionsForAnEmptyWindow() {
    assertThat(RunText.conclusion(SampleRuns.few(SampleRuns.NOTHING_LEFT)).orElseThrow().text())
        .endsWith("set shorter ones, or a longer --duration");
    ReportInput nothing =
        SampleRuns.of(
            new InventedLog(InventedLog.Shape.GOOD).open(0, 1e-9, 0), AnalysisOptions.DEFAULTS);
    assertThat(RunText.conclusion(nothing).orElseThrow().title()).isEqualTo("no requests");
  }
}
