package dev.goodput.findings.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.goodput.report.ReportFile;
import dev.goodput.testing.Chromium;
import dev.goodput.testing.Chromium.Seen;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The page of two that are compared, as a real browser draws it.
@Tag("real")
final class PairsPageTest {
  @TempDir private Path dir;

  private Path page(ComparisonInput in) {
    Path file = dir.resolve("report.html");
    ReportFile.write(file, PairsPage.html(in));
    return file;
  }

  @Test
  void drawsEachDifferenceWithItsIntervalAndLimit() {
    assumeTrue(Chromium.installed(), Chromium.MISSING);
    Seen seen = Chromium.open(page(InventedComparison.gate(.05, .01)), dir.resolve("profile"));
    assertThat(seen.console()).isEmpty();
    assertThat(seen.dom())
        .contains(
            "data-state=\"drawn\"", "id=\"differences\"", "<span class=\"word\">&lt;b&gt;</span>")
        .doesNotContain(">NaN", ">undefined", "<b>");
    assertThat(seen.count("class=\"search-interval ")).isEqualTo(9);
    assertThat(seen.count("class=\"search-target\"")).isEqualTo(9);
  }

  private static ComparisonInput reported(String key, String value) {
    ComparisonInput in = InventedComparison.gate(.05, .01);
    return new ComparisonInput(
        in.manifest().with(key, value),
        in.dir(),
        in.requested(),
        in.gate(),
        null,
        "",
        in.rows(),
        List.of(),
        null,
        List.of());
  }

  @Test
  void showsReadableMetricsDatesAndUnits() {
    assumeTrue(Chromium.installed(), Chromium.MISSING);
    ComparisonInput in = reported("run.started", "2026-11-23T01:56:12.442368929Z");
    String page = Chromium.open(page(in), dir.resolve("profile")).dom();
    String seen = page.substring(page.indexOf("<main"), page.indexOf("</main>"));
    assertThat(seen)
        .contains("metrics TTFT p50, TTFT p95", "<th scope=\"col\">TTFT p50</th>", " ms</td>")
        .contains("23 November 2026, 01:56 UTC")
        .doesNotContain("442368929", "ttft_p50", "tpot_p95");
  }

  @Test
  void keepsOptionsOfItsCommandOnOneLine() {
    assumeTrue(Chromium.installed(), Chromium.MISSING);
    String script =
        """
        const code = window.document.querySelector('.command code');
        const line = parseFloat(window.getComputedStyle(code).lineHeight);
        return `${code.children.length > 5 && [...code.children].every(word => word.getBoundingClientRect().height < 1.5 * line)}`
          + ` ${code.getBoundingClientRect().height > 1.5 * line} ${code.textContent}`;
        """;
    ComparisonInput in =
        reported("run.command", "goodput gate --baseline main --max-regression 2% --junit g.xml");
    assertThat(Chromium.drive(page(in), dir.resolve("profile"), 400, script))
        .isEqualTo("true true goodput gate --baseline main --max-regression 2% --junit g.xml");
  }
}
