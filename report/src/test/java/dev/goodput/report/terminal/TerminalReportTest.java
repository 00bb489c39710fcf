package dev.goodput.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.report.InventedLog;
import dev.goodput.report.InventedResult;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import dev.goodput.report.ci.MarkdownSummary;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TerminalReportTest {
  @Test
  void readsWellAt80Columns() throws IOException {
    assertThat(TerminalReport.render(InventedResult.good(), 80, false))
        .isEqualTo(golden("good.80"));
  }

  @Test
  void showsMoreAt160Columns() throws IOException {
    assertThat(TerminalReport.render(InventedResult.good(), 160, false))
        .isEqualTo(golden("good.160"));
  }

  @Test
  void showsSeveralLevelsAsRowsWithTheBestMarked() throws IOException {
    assertThat(TerminalReport.render(InventedResult.levels(), 80, false))
        .isEqualTo(golden("levels.80"));
    assertThat(TerminalReport.render(InventedResult.levels(), 160, false))
        .isEqualTo(golden("levels.160"));
  }

  @Test
  void showsUserTrafficWithoutASchedule() {
    String text = TerminalReport.render(SampleRuns.observed(), 160, false);
    assertThat(text)
        .contains(" · observed traffic · ", "\n gateway  trusted\n")
        .doesNotContain("schedule", " of asked", "client", "intended start", "the same with");
    assertThat(TerminalReport.render(SampleRuns.gatewayBound(), 160, false))
        .startsWith("Gateway-bound: ")
        .contains("gateway-bound", "Give the gateway more cores or a quieter machine")
        .doesNotContain("schedule", "client", "lower rate");
  }

  @Test
  void showsRepeatedRunsTogether() {
    List<String> lines = TerminalReport.render(SampleRuns.repeated(), 80, false).lines().toList();
    assertThat(lines)
        .anySatisfy(
            line -> assertThat(line).startsWith(" 5 runs together, 95 % intervals between them"))
        .anySatisfy(
            line -> assertThat(line).matches(" TTFT +[\\d.]+ ms \\([\\d.]+–[\\d.]+ ms\\).*"));
  }

  @Test
  void judgesRepeatedRunsByAllOfTheirArrivals() {
    String text = TerminalReport.render(SampleRuns.oneLuckyRun(), 80, false);
    assertThat(text)
        .startsWith("Misses chat: ")
        .contains("requests in 5 runs were good", "1 of the 5 runs meets it on its own")
        .contains("goodput bench --url http://127.0.0.1:8000 --rate 4")
        .doesNotContain("Meets chat", "meets chat")
        .doesNotContain("◂ best")
        .doesNotContain("load levels");
    String good = TerminalReport.render(SampleRuns.repeated(), 80, false);
    assertThat(good).startsWith("Meets chat: ").doesNotContain("best").doesNotContain("more load");
  }

  @Test
  void explainsAMissingInterval() {
    assertThat(TerminalReport.render(SampleRuns.repeatedButOne(), 160, false))
        .contains("requests in 4 of 5 runs were good")
        .containsPattern("([0-3] of the 4 runs meets? it on|Each of the 4 runs meets it on)");
    assertThat(TerminalReport.render(SampleRuns.repeatedButOne(), 160, false))
        .contains("4 of 5 runs count, and an interval takes 5; excluded: run 2 was client-bound")
        .startsWith("Client-bound: in run 2: ");
  }

  @Test
  void reportsTheDistanceToAMissedSlo() throws IOException {
    assertThat(TerminalReport.render(InventedResult.missing(), 80, false))
        .isEqualTo(golden("missing.80"));
  }

  @Test
  void reportsAClientBoundRunInTheFirstLine() throws IOException {
    String text = TerminalReport.render(InventedResult.clientBound(), 80, false);
    assertThat(text).startsWith("Client-bound: schedule lag p99 38 ms (19 % of the TTFT bound");
    assertThat(text).isEqualTo(golden("client-bound.80"));
  }

  @Test
  void fitsTheColumnsAndShowsTheSameWithoutColours() {
    for (ReportInput in : SampleRuns.all()) {
      for (int columns : new int[] {80, 110, 160}) {
        String plain = TerminalReport.render(in, columns, false);
        String coloured = TerminalReport.render(in, columns, true);
        assertThat(coloured.replaceAll("\u001b\\[[0-9;]*m", "")).isEqualTo(plain);
        assertThat(plain).doesNotContain("\u001b");
        assertThat(plain.lines().filter(line -> !line.contains("://") && line.length() > columns))
            .isEmpty();
      }
    }
  }

  @Test
  void showsNotApplicableInsteadOfZeroWithoutStreams() {
    List<String> lines =
        TerminalReport.render(SampleRuns.notStreamed(), 80, false).lines().toList();
    for (String name : List.of(" TTFT ", " TPOT ", " ITL ")) {
      assertThat(lines)
          .anySatisfy(line -> assertThat(line).startsWith(name).endsWith("not applicable"));
    }
  }

  @Test
  void showsTheMaximumIfAPercentileHasTooFewRequests() {
    String text = TerminalReport.render(SampleRuns.few(), 80, false);
    assertThat(text).contains("– too few requests for this percentile; the maximum replaces it");
    assertThat(text.lines().filter(line -> line.startsWith(" TTFT")).findFirst().orElseThrow())
        .contains("–");
  }

  @Test
  void marksAMaximumThatStandsForAPercentileOfALevel() {
    List<String> lines = TerminalReport.render(SampleRuns.levels(), 80, false).lines().toList();
    assertThat(lines).contains(" ^ the maximum: too few requests for this percentile");
    assertThat(lines)
        .filteredOn(line -> line.startsWith(" 1 user "))
        .first()
        .asString()
        .contains(" ms^");
    assertThat(TerminalReport.render(InventedResult.levels(), 80, false)).doesNotContain("^");
  }

  @Test
  void escapesServerNames() {
    ReportInput in = SampleRuns.named("model\u001b[2J\u0007\r\nfake line");
    String text = TerminalReport.render(in, 80, true).replaceAll("\u001b\\[[0-9;]*m", "");
    assertThat(text).doesNotContain("\u001b").doesNotContain("\u0007").doesNotContain("\r");
    assertThat(text.lines()).noneMatch(line -> line.startsWith("fake line"));
  }

  @Test
  void reportsLostDataFirst() {
    assertThat(TerminalReport.render(SampleRuns.torn(), 160, false))
        .startsWith("Incomplete run: the log ends inside a block; 30 bytes were dropped;");
  }

  @Test
  void reportsUnwrittenDataFirst() {
    ReportInput in = SampleRuns.good().withLosses(List.of("cannot write a\u001b.csv: disk full"));
    assertThat(TerminalReport.render(in, 160, false))
        .startsWith("Not all was kept: cannot write a .csv: disk full");
  }

  @Test
  void shortensANameThatWouldFillTheScreen() {
    String text = TerminalReport.render(SampleRuns.named("m".repeat(3_000) + "-8b"), 80, false);
    assertThat(text).contains("mmm…").contains("mmm-8b").doesNotContain("m".repeat(60));
  }

  @Test
  void reportsHowManyRequestsAreExcluded() {
    assertThat(TerminalReport.render(InventedResult.good(), 160, false))
        .contains("240 measured, 2 failed (22 excluded: warm-up, first 2.1 s)");
  }

  @Test
  void showsGoodputOnlyAsAPartOfTheSameRequests() {
    for (ReportInput in : List.of(InventedResult.good(), InventedResult.slowDrain())) {
      List<String> lines = TerminalReport.render(in, 160, false).lines().toList();
      assertThat(lines)
          .filteredOn(line -> line.contains("requests/s"))
          .singleElement()
          .asString()
          .matches(" goodput      7\\.70 of 8\\.76 requests/s · useful work \\d+ %");
      assertThat(lines).filteredOn(line -> line.contains("output ")).hasSize(1);
    }
    assertThat(TerminalReport.render(SampleRuns.few(), 160, false).lines())
        .anyMatch(line -> line.matches(" throughput   [\\d.]+ requests/s · output .*"));
  }

  @Test
  void showsThreeNotesAndCountsTheOthers() {
    ReportInput good = InventedResult.good();
    ReportInput in = good.with(good.manifest(), List.of("one", "two", "three", "four"));
    List<String> lines = TerminalReport.render(in, 80, false).lines().toList();
    // The level has a note of its own.
    assertThat(lines)
        .containsSubsequence(
            " note     one",
            " note     two",
            " note     three",
            "          2 more notes in the report")
        .noneMatch(line -> line.contains("four"));
  }

  @Test
  void namesNoMissingPage() {
    assertThat(TerminalReport.render(InventedResult.good(), 80, false, Optional.empty()))
        .contains(
            " report   no page was written; for one:\n"
                + "          goodput report runs/20261121-0214-azure-conv --html page.html\n")
        .doesNotContain("report.html");
  }

  @Test
  void namesTheCommandForAPageOnce() {
    String text = TerminalReport.render(SampleRuns.observed(), 100, false, Optional.empty());
    assertThat(text)
        .contains(" report   no page was written\n next     goodput report ")
        .containsOnlyOnce("--html page.html");
  }

  @Test
  void endsWithReportPathAndNextStep() {
    List<String> lines = TerminalReport.render(InventedResult.good(), 80, false).lines().toList();
    assertThat(lines.get(lines.size() - 2))
        .isEqualTo(" report   runs/20261121-0214-azure-conv/report.html");
    assertThat(lines.getLast()).startsWith(" next     goodput bench --url http://HOST:PORT");
  }

  private static String golden(String name) throws IOException {
    try (InputStream in = TerminalReportTest.class.getResourceAsStream(name + ".txt")) {
      assertThat(in).as("golden file %s.txt", name).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void distinguishesLevelsByAllDigitsOfTheirRates() {
    String narrow = TerminalReport.render(SampleRuns.cappedLevels(), 80, false);
    assertThat(narrow).contains("\n 12.31/s, at m…").contains("\n 12.34/s, at m…");
    assertThat(TerminalReport.render(SampleRuns.cappedLevels(), 160, false))
        .contains("\n poisson 12.31/s, at most 64 in flight ")
        .contains("\n poisson 60.5/s, at most 64 in flight ");
  }

  @Test
  void reportsThatTheWarmUpIsLongerThanTheRun() {
    String text = TerminalReport.render(SampleRuns.few(SampleRuns.NOTHING_LEFT), 80, false);
    assertThat(text).contains("--warmup auto", "with a warm-up that fits into the run");
  }

  @Test
  void warnsAboutALevelWithoutJudgedRequests() {
    InventedLog.Shape shape = new InventedLog.Shape(10, 0, 0.03, 0, true, "");
    InventedLog log = new InventedLog(shape).closed(0, 2).failing(1.1).cancelling().closed(1, 4);
    Slo slo = Slo.parse("ttft<=10s");
    assertThat(rows(SampleRuns.of(log, AnalysisOptions.DEFAULTS.withSlo(slo))))
        .anyMatch(line -> line.startsWith(" 4 users ") && line.endsWith("  ! not judged"));
    assertThat(rows(SampleRuns.of(log, AnalysisOptions.DEFAULTS)))
        .anyMatch(line -> line.startsWith(" 4 users ") && line.endsWith("  no SLO"));
  }

  @Test
  void reportsHowManyUsersOfALevelStarted() {
    assertThat(rows(InventedResult.many(10_000, true)))
        .allMatch(line -> line.length() <= 80)
        .anyMatch(line -> line.startsWith(" 10,000 users ") && line.endsWith("  ! 262 sent"))
        .noneMatch(line -> line.matches(" +▁( +▁)*"));
  }

  @Test
  void aLevelThatMissesIsMissedWhateverItExcluded() {
    assertThat(rows(InventedResult.many(300, false)))
        .anyMatch(line -> line.startsWith(" 300 users ") && line.endsWith("  ✘ misses"));
  }

  private static List<String> rows(ReportInput in) {
    return TerminalReport.render(in, 80, false).lines().toList();
  }

  @Test
  void marksAnIncompleteLevel() {
    ReportInput in = InventedResult.cutShort();
    assertThat(TerminalReport.render(in, 80, false).lines())
        .anyMatch(line -> line.startsWith(" 1 user ") && line.endsWith("✔ meets ◂ best"))
        .anyMatch(line -> line.startsWith(" 16 users ") && line.endsWith("! cut short"))
        .anyMatch(line -> line.startsWith(" 64 users ") && line.endsWith("✘ misses (cut)"))
        .noneMatch(line -> line.matches(" +▁( +▁)*"))
        .allMatch(line -> line.length() <= 80);
  }

  @Test
  void marksRatesOfTheWholeRunAmongThoseOfWindows() {
    ReportInput in = InventedResult.shortWindow();
    assertThat(TerminalReport.render(in, 80, false).lines())
        .anyMatch(line -> line.matches(" 1 user +0\\.495 +\\d+ .*"))
        .anyMatch(line -> line.matches(" 16 users +7\\.92\\* +[\\d,]+\\* .*"))
        .contains(" * of the whole run: the window is shorter than twice the mean E2EL");
    assertThat(TerminalReport.render(InventedResult.levels(), 80, false))
        .doesNotContain("of the whole run");
    assertThat(MarkdownSummary.markdown(in))
        .contains("| 16 users | 7.92 \\* |")
        .contains("\n\\* of the whole run: ");
  }

  @Test
  void leavesNoGapForALevelWithoutNotes() {
    InventedLog.Shape shape = new InventedLog.Shape(10, 0, 38, 0, true, "");
    InventedLog log = new InventedLog(shape).open(0, 4, 0).open(1, 8, 0);
    ReportInput in = SampleRuns.of(log, AnalysisOptions.DEFAULTS);
    assertThat(in.conclusion()).isEqualTo(Conclusion.CLIENT_BOUND);
    assertThat(TerminalReport.render(in, 80, false)).doesNotContain("\n\n\n");
  }
}
