package dev.goodput.findings.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.goodput.findings.comparison.ComparisonSummary;
import dev.goodput.findings.comparison.InventedComparison;
import dev.goodput.findings.comparison.PairsPage;
import dev.goodput.findings.hop.HopPage;
import dev.goodput.findings.hop.InventedHop;
import dev.goodput.findings.saturation.SaturationInBrowserTest;
import dev.goodput.findings.search.SearchInBrowserTest;
import dev.goodput.findings.stored.Compared;
import dev.goodput.findings.stored.StoredComparisonPage;
import dev.goodput.metrics.hop.CheckResult;
import dev.goodput.report.ReportFile;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import dev.goodput.report.model.Summary;
import dev.goodput.report.page.HtmlReport;
import dev.goodput.report.page.PlainPage;
import dev.goodput.report.page.RatingPage;
import dev.goodput.report.page.RatingPage.Candidate;
import dev.goodput.report.page.RatingPage.Prompt;
import dev.goodput.testing.Chromium;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What holds for every page of the family, in one browser for each width.
@Tag("real")
@Order(1)
final class AllPagesInBrowserTest {
  /// Lists the faults of a page, a line for each page.
  private static final String FAULTS =
      """
      const page = window.document, root = page.documentElement, faults = [];
      const all = (within, selector) => [...within.querySelectorAll(selector)];
      if (root.scrollWidth > root.clientWidth) faults.push(`scrolls ${root.scrollWidth - root.clientWidth} sideways`);
      const links = all(page, '.bar nav a:not([hidden])');
      if (links.length < 3 || links.some(link => link.getBoundingClientRect().height === 0)) faults.push('no navigation');
      links.filter(link => !page.querySelector(link.hash)).forEach(link => faults.push(`${link.hash} leads nowhere`));
      const check = (chart, titles, ticks) => {
        if (titles.length < ticks.length || titles.some(title => title.textContent.length < 2)) faults.push(`${chart}: ${titles.length} titles`);
        if (ticks.some(count => !(count >= 2))) faults.push(`${chart}: ${ticks} ticks`);
      };
      const charts = all(page, 'svg.chart:not(.strip)');
      charts.forEach(chart => check(chart.ariaLabel, all(chart, '.axis-title'),
        ['tick-x', 'tick-y'].map(kind => all(chart, `.${kind}`).length).filter((count, at) => at === 0 || count > 0)));
      const plots = all(page, '.time-chart');
      plots.forEach(plot => check(plot.querySelector('figcaption').textContent, all(plot, '.axis-title'), plot.querySelector('.uplot').dataset.ticks.split(' ')));
      return faults.length > 0 ? faults.join('; ') : `fine ${charts.length + plots.length > 0}`;
      """;

  @TempDir private Path dir;

  private List<Path> pages(List<ReportInput> runs) {
    List<String> pages = new ArrayList<>(runs.stream().map(HtmlReport::html).toList());
    pages.add(HtmlReport.html(SaturationInBrowserTest.run()));
    pages.add(HtmlReport.html(SearchInBrowserTest.run()));
    pages.add(PairsPage.html(InventedComparison.gate(.05, .01)));
    pages.add(PairsPage.html(InventedComparison.stored(.1, 5)));
    pages.add(
        HopPage.html(
            InventedHop.of(true, CheckResult.KEPT, CheckResult.BROKEN, CheckResult.UNKNOWN)));
    pages.add(
        StoredComparisonPage.html(
            Compared.of(SampleRuns.hostile(), SampleRuns.good(), Compared.levels()), "goodput"));
    return written(pages);
  }

  private List<Path> written(List<String> pages) {
    List<Path> files = new ArrayList<>();
    for (String page : pages) {
      Path file = dir.resolve("page-" + files.size() + ".html");
      ReportFile.write(file, page);
      files.add(file);
    }
    return files;
  }

  private void hasNoFault(int width, List<ReportInput> runs) {
    assumeTrue(Chromium.installed(), Chromium.MISSING);
    List<Path> pages = pages(runs);
    assertThat(Chromium.driveEach(pages, dir.resolve("profile"), width, FAULTS).lines())
        .hasSameSizeAs(pages)
        .containsOnly("fine true");
  }

  @Test
  void fitsAPhoneAndLabelsTheAxesOfEveryChart() {
    hasNoFault(420, SampleRuns.all());
  }

  @Test
  void aPageWithoutNavigationFitsAPhone() {
    assumeTrue(Chromium.installed(), Chromium.MISSING);
    String word = "unbroken".repeat(40);
    Candidate a = new Candidate("run-a", 0, 7, word);
    Candidate b = new Candidate("run-b", 1, 8, "3");
    Summary summary = new ComparisonSummary(InventedComparison.gate(.05, .01)).summary();
    String review = PlainPage.html("Review of the service", summary);
    List<String> pages =
        List.of(
            RatingPage.html(List.of(new Prompt("What is " + word + "?", List.of(a, b)))),
            review.replace("<html ", "<html data-state=\"drawn\" "));
    List<Path> files = written(pages);
    String beyond =
        "const root = window.document.documentElement; return root.scrollWidth - root.clientWidth;";
    assertThat(Chromium.driveEach(files, dir.resolve("profile"), 420, beyond).lines())
        .containsExactly("0", "0");
  }

  @Test
  void fitsATabletAndLabelsTheAxesOfEveryChart() {
    hasNoFault(800, List.of(SampleRuns.levels(), SampleRuns.repeated(), SampleRuns.many()));
  }
}
