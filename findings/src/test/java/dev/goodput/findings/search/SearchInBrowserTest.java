package dev.goodput.findings.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.goodput.metrics.search.SearchPlan;
import dev.goodput.metrics.search.SearchResult;
import dev.goodput.metrics.search.Segment;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.report.InventedLog;
import dev.goodput.report.ReportFile;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import dev.goodput.report.page.HtmlReport;
import dev.goodput.testing.Chromium;
import dev.goodput.testing.Chromium.Seen;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The page of a search as a real browser draws it.
@Tag("real")
public final class SearchInBrowserTest {
  @TempDir private Path dir;

  /// Alone, two floods, then the steered load.
  private static ReportInput levels() {
    InventedLog log = new InventedLog(new InventedLog.Shape(10, 0, 0.03, 0, true, "busy"));
    log.closed(0, 1).arriving("burst").open(1, 8, 0).open(2, 16, 0).arriving("steered");
    return SampleRuns.of(log.open(3, 8, 0), SampleRuns.good().options());
  }

  private static SearchExperiment search() {
    Segment kept = new Segment(18.4, Math.log(18.5), 850, 830, 0);
    Segment missed = new Segment(19.4, Math.log(19.5), 850, 700, 0);
    SearchResult found =
        new SearchResult(
            SearchResult.Ending.REACHED,
            "",
            new SearchResult.Unloaded(29, 29, 0, 1.5),
            List.of(new SearchResult.Flooded(64, 20.1), new SearchResult.Flooded(128, 20.84)),
            List.of(
                new SearchResult.Step(kept, 18.88, 18.4, 19.6, .03),
                new SearchResult.Step(missed, 18.88, 18.4, 19.6, .03)),
            12_431,
            0,
            0,
            1,
            Optional.empty(),
            "");
    SearchPlan plan = SearchPlan.of(Slo.parse("chat"), .95);
    return new SearchExperiment(plan, found, 3, "", "", false, Path.of("runs/s"));
  }

  /// The run that is drawn.
  public static ReportInput run() {
    return levels().of(search());
  }

  private Path page() {
    assumeTrue(Chromium.installed(), Chromium.MISSING);
    Path file = dir.resolve("search.html");
    ReportFile.write(file, HtmlReport.html(run()));
    return file;
  }

  @Test
  void distinguishesTheStepsAndExplainsTheMarks() {
    Seen seen = Chromium.open(page(), dir.resolve("profile"));

    assertThat(seen.console()).isEmpty();
    assertThat(seen.dom())
        .containsPattern("flood of \\d+ requests</button>.*flood of \\d+ requests</button>")
        .contains(">steered load</button>", "About the figures, at the steered load")
        .contains("95.0 % or more within the SLO", "95 % interval of max goodput")
        .doesNotContain(">burst<", ">NaN", ">undefined");
    assertThat(seen.count("class=\"level-miss\"")).isEqualTo(1);
  }

  @Test
  void explainsThatTheShownLoadExceedsTheLimitOnPurpose() {
    String script =
        """
        const said = () => window.document.querySelector('#words .lead').textContent;
        const steered = said();
        window.document.querySelectorAll('.levels-pick button')[1].click();
        const flood = said();
        window.document.querySelectorAll('.levels-pick button')[0].click();
        return [steered, flood, said()].join('|');
        """;
    assertThat(Chromium.drive(page(), dir.resolve("profile"), 1280, script))
        .matches(
            "Figures at the steered load, whose rate was steered to find the limit: an SLO"
                + " missed here is no verdict\\.\\|Figures at the flood of \\d+ requests, all at"
                + " once on purpose: an SLO missed here is no verdict\\.\\|Figures at 1 user, one"
                + " of the loads that were tried\\.");
  }
}
