package dev.goodput.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.report.ReportFile;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import dev.goodput.report.server.Scrapes;
import dev.goodput.testing.Chromium;
import dev.goodput.testing.Chromium.Seen;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The page as a real browser draws it. Runs wherever a Chromium is installed; with `CI=true` a
/// missing one fails.
@Tag("real")
@Order(1)
final class PageInBrowserTest {
  @TempDir Path dir;

  @BeforeEach
  void needsAChromium() {
    assumeTrue(Chromium.installed(), Chromium.MISSING);
  }

  @Test
  void drawsEverySectionAndChartOfAGoodRun() {
    Seen seen = open(SampleRuns.good());
    assertThat(seen.console()).isEmpty();
    assertThat(seen.dom()).contains("data-state=\"drawn\"");
    for (String part :
        new String[] {
          "words", "latency", "throughput", "timeline", "replay", "goodput", "method"
        }) {
      assertThat(seen.dom()).contains("<section class=\"part\" id=\"" + part + "\"");
    }
    assertThat(seen.count("class=\"chart distribution\"")).isEqualTo(1);
    assertThat(seen.count("<canvas")).isEqualTo(6);
    assertThat(seen.dom()).contains("class=\"phase-streaming\"");
    assertThat(seen.dom()).contains("The median response").contains("The p99 response");
  }

  @Test
  void drawsServerMetricsBelowTheClientCharts() {
    ReportInput run = SampleRuns.good();
    Scrapes scrapes = new Scrapes(run).whole();
    for (int second = 0; second < 31; second++) {
      scrapes.gpus(second, 400);
    }
    Seen seen = open(Scrapes.with(run, scrapes.read(dir, run)));
    assertThat(seen.console()).isEmpty();
    assertThat(seen.dom())
        .contains("<section class=\"part\" id=\"server\"", "<a href=\"#server\">Server</a>")
        .contains(
            "Requests at the server over", "KV cache in use over", "Preemptions over", "GPU power")
        .doesNotContain(">NaN");
    assertThat(seen.count("<canvas")).isEqualTo(6 + 5);
  }

  @Test
  void drawsLevelsAgainstEachOther() {
    Seen seen = open(SampleRuns.levels());
    assertThat(seen.console()).isEmpty();
    assertThat(seen.dom()).contains("class=\"chart levels\"").contains("◂ best");
    assertThat(seen.count("aria-pressed=")).isEqualTo(4);
  }

  @Test
  void drawsRunsWithoutAStreamWithoutAnAnswerAndWithFewRequests() {
    for (ReportInput in :
        new ReportInput[] {SampleRuns.notStreamed(), SampleRuns.allFailed(), SampleRuns.few()}) {
      Seen seen = open(in);
      assertThat(seen.console()).isEmpty();
      assertThat(seen.dom()).contains("data-state=\"drawn\"");
      assertThat(seen.dom()).doesNotContain(">NaN").doesNotContain(">undefined");
    }
  }

  @Test
  void runsNoScriptInANameOrMessage() {
    Seen seen = open(SampleRuns.hostile());
    assertThat(seen.console()).isEmpty();
    assertThat(seen.dom()).doesNotContain("<img").doesNotContain("<title>owned");
    assertThat(seen.dom()).contains("&lt;/script&gt;&lt;img src=x");
  }

  @Test
  void namesTheStatusOfAFailureIfThereIsOne() {
    String script =
        "return [...window.document.querySelectorAll('#failures thead th, #failures tbody tr > *')]"
            + ".slice(0, 9).map(cell => cell.textContent).join('|');";
    assertThat(drive(SampleRuns.allFailed(), 1200, script))
        .startsWith("outcome|status|requests|first at|for example|reason|http_error|503|");
    assertThat(drive(SampleRuns.refused(AnalysisOptions.DEFAULTS), 1200, script))
        .startsWith("outcome|requests|first at|for example|reason|refused|");
  }

  @Test
  void showsAShadowWhereATableScrolls() {
    String script =
        "return window.getComputedStyle(window.document.querySelector('.table-scroll'))"
            + ".backgroundAttachment;";
    assertThat(drive(SampleRuns.levels(), 500, script)).isEqualTo("local, local, scroll, scroll");
  }

  @Test
  void fitsTheLevelTableOnAnOrdinaryScreen() {
    String script =
        "const table = window.document.querySelector('[aria-label=\"Load levels\"]'); return"
            + " `${table.scrollWidth - table.clientWidth} beyond ${table.clientWidth > 900}`;";
    assertThat(drive(SampleRuns.levels(), 1280, script)).isEqualTo("0 beyond true");
  }

  @Test
  void keepsFocusOnTheSelectedLevel() {
    String script =
        """
        const pick = () => [...window.document.querySelectorAll('.levels-pick button')];
        pick()[1].focus();
        pick()[1].click();
        return window.document.activeElement === pick()[1] && pick()[1].ariaPressed;
        """;
    assertThat(drive(SampleRuns.levels(), 1200, script)).isEqualTo("true");
  }

  @Test
  void showsTheTimestampsOfASlowRequestByKeyboardOnly() {
    String script =
        """
        const row = window.document.querySelectorAll('tr.pickable')[2];
        row.focus();
        row.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'Enter' }));
        const id = row.querySelectorAll('td')[1].textContent;
        return window.document.activeElement === row
          && window.document.querySelector('.stamps').textContent.startsWith(`request ${id}outcome`);
        """;
    assertThat(drive(SampleRuns.good(), 1200, script)).isEqualTo("true");
  }

  @Test
  void replaysBothResponsesToTheEnd() {
    String script =
        """
        const slider = window.document.querySelector('.replay-controls input');
        slider.value = 1000;
        slider.dispatchEvent(new Event('input'));
        return [...window.document.querySelectorAll('.user .state:nth-of-type(3)')]
          .map(state => state.textContent).join('; ');
        """;
    assertThat(drive(SampleRuns.good(), 1200, script))
        .matches(
            "(\\d+) of \\1 tokens arrived, \\d+ read; (\\d+) of \\2 tokens arrived, \\d+ read");
  }

  @Test
  void crossesNoLabelOfADistributionWithALine() {
    String script =
        """
        const chart = window.document.querySelector('svg.distribution');
        const box = element => element.getBoundingClientRect();
        // The box of a text has its outline and room below its letters.
        const apart = (a, b) => a.right - 6 <= b.left || b.right - 6 <= a.left || a.bottom - 6 <= b.top || b.bottom - 6 <= a.top;
        const texts = [...chart.querySelectorAll('text[class^="mark-"], text.strong')];
        const lines = [...chart.querySelectorAll('line.mark, line.slo-line')];
        return `${texts.length} ${lines.every(line => texts.every(text => apart(box(line), box(text))))}`
          + ` ${texts.every((a, i) => texts.slice(i + 1).every(b => apart(box(a), box(b))))}`;
        """;
    assertThat(drive(SampleRuns.good(AnalysisOptions.DEFAULTS), 400, script))
        .isEqualTo("3 true true");
    // A bound close beside a percentile: its label is over the other's line, and over no label.
    for (int width : new int[] {1280, 500, 400}) {
      assertThat(drive(SampleRuns.good(), width, script)).startsWith("4 ").endsWith(" true");
    }
  }

  private String drive(ReportInput in, int width, String script) {
    Path file = dir.resolve("report.html");
    ReportFile.write(file, HtmlReport.html(in));
    return Chromium.drive(file, dir.resolve("profile"), width, script);
  }

  private Seen open(ReportInput in) {
    Path file = dir.resolve("report.html");
    ReportFile.write(file, HtmlReport.html(in));
    return Chromium.open(file, dir.resolve("profile"));
  }

  @Test
  void labelsASubsetOfTheRequestsAsSuch() {
    Seen part = open(SampleRuns.many());
    assertThat(part.console()).isEmpty();
    assertThat(part.dom())
        .containsPattern("[\\d,]+ of 2,\\d{3} requests, the slowest ten among them")
        .doesNotContainPattern("in steps of [\\d.]+ m?s; a dot for each request");
    assertThat(open(SampleRuns.good()).dom())
        .containsPattern("in steps of [\\d.]+ m?s; a dot for each request");
  }
}
