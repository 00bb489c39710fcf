package dev.goodput.findings.stored;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.goodput.report.ReportFile;
import dev.goodput.report.SampleRuns;
import dev.goodput.testing.Chromium;
import dev.goodput.testing.Chromium.Seen;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The page of a comparison as a real browser draws it.
@Tag("real")
final class ComparisonInBrowserTest {
  @TempDir private Path dir;

  @BeforeEach
  void needsAChromium() {
    assumeTrue(Chromium.installed(), Chromium.MISSING);
  }

  private Path page(StoredComparison comparison) {
    Path file = dir.resolve("compare.html");
    ReportFile.write(file, StoredComparisonPage.html(comparison, "goodput test"));
    return file;
  }

  @Test
  void drawsTheFrontierAndTheFigures() {
    StoredComparison runs =
        Compared.of(Compared.levels(), Compared.fewLevels(), SampleRuns.repeated());
    Seen seen = Chromium.open(page(runs), dir.resolve("profile"));
    assertThat(seen.console()).isEmpty();
    assertThat(seen.dom())
        .contains("data-state=\"drawn\"", "id=\"frontier\"", "class=\"frontier-line\"")
        .contains("beaten by ", "<span class=\"interval\">[")
        .doesNotContain(">NaN", ">undefined");
    assertThat(seen.count("class=\"frontier-mark ")).isEqualTo(8);
  }

  @Test
  void runsNoScriptInAName() {
    Path file = page(Compared.of(SampleRuns.hostile(), SampleRuns.good(), Compared.levels()));
    Seen seen = Chromium.open(file, dir.resolve("profile"));
    assertThat(seen.console()).isEmpty();
    assertThat(seen.dom()).doesNotContain("<img").doesNotContain("<title>owned");
  }
}
