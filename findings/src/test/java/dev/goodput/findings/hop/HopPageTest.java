package dev.goodput.findings.hop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.goodput.metrics.hop.CheckResult;
import dev.goodput.report.ReportFile;
import dev.goodput.testing.Chromium;
import dev.goodput.testing.Chromium.Seen;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The page of a proxy, as a real browser draws it.
@Tag("real")
final class HopPageTest {
  @TempDir private Path dir;

  private Path page() {
    Path file = dir.resolve("hop.html");
    ReportFile.write(
        file,
        HopPage.html(
            InventedHop.of(
                true,
                CheckResult.KEPT,
                CheckResult.BROKEN,
                CheckResult.NOTED,
                CheckResult.UNKNOWN)));
    return file;
  }

  @Test
  void drawsEachCheckAndTheAddedDelay() {
    assumeTrue(Chromium.installed(), Chromium.MISSING);
    Seen seen = Chromium.open(page(), dir.resolve("profile"));
    assertThat(seen.console()).isEmpty();
    assertThat(seen.dom())
        .contains("data-state=\"drawn\"", "The proxy is harmful", "cannot be determined from here")
        .doesNotContain(">NaN", ">undefined", "<b>");
    assertThat(seen.count("class=\"search-interval\"")).isEqualTo(4);
    assertThat(seen.count("class=\"pill good\"")).isEqualTo(11);
    assertThat(seen.count("class=\"pill bad\"")).isEqualTo(1);
  }
}
