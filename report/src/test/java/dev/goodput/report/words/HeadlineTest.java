package dev.goodput.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.report.InventedResult;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import dev.goodput.report.ci.JunitXml;
import dev.goodput.report.ci.MarkdownSummary;
import dev.goodput.report.document.ResultDocument;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.page.HtmlReport;
import dev.goodput.report.terminal.TerminalReport;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HeadlineTest {
  @Test
  void isTheSameInEveryOutput() {
    for (ReportInput in :
        List.of(
            InventedResult.good(),
            InventedResult.missing(),
            InventedResult.clientBound(),
            InventedResult.levels(),
            SampleRuns.oneLuckyRun(),
            SampleRuns.few(),
            SampleRuns.few(SampleRuns.NOTHING_LEFT))) {
      Verdict headline = Verdicts.headline(in);
      assertThat(String.join(" ", TerminalReport.render(in, 80, false).lines().toList()))
          .startsWith(headline.answer() + "  ");
      assertThat(MarkdownSummary.markdown(in)).startsWith("## " + headline.headline() + "\n");
      assertThat(JunitXml.xml(in))
          .contains("<testsuites name=\"goodput bench: " + headline.headline() + "\">");
      assertThat(HtmlReport.html(in))
          .contains("<title>" + headline.headline() + " · goodput</title>")
          .contains("\"title\":\"" + headline.headline() + "\"");
      assertThat(ResultDocument.tree(in).get("headline").asString()).isEqualTo(headline.answer());
    }
  }

  @Test
  void namesTheKeyFiguresWhereNoSloWasSet() {
    assertThat(Verdicts.headline(SampleRuns.few()).answer())
        .matches("\\d+ requests, [\\d.]+ requests/s, TTFT (p95|max) [\\d.]+ ms; no SLO was set");
  }

  @Test
  void startsWithTheReasonOfTheExitCode() {
    assertThat(Verdicts.headline(SampleRuns.crowded()).headline())
        .matches("[\\d,]+ requests failed: .*");
    assertThat(Verdicts.headline(InventedResult.clientBound()).answer())
        .startsWith("Client-bound: ")
        .endsWith("; do not quote these figures.");
  }
}
