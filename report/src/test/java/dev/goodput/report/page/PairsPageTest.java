package dev.goodput.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.goodput.report.comparison.ComparisonInput;
import dev.goodput.report.comparison.InventedComparison;
import dev.goodput.report.testing.Chromium;
import dev.goodput.report.testing.Chromium.Seen;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The page of two that are compared, as a real browser draws it.
@Tag("real")
final class PairsPageTest {
  @TempDir private Path dir;

  private Path page(ComparisonInput in) {
    Path file = dir.resolve("report.html");
    PairsPage.write(in, file);
    return file;
  }

  @Test
  void drawsEachDifferenceWithItsIntervalAndWhatIsAllowed() {
    assumeTrue(Chromium.installed(), Chromium.MISSING);
    Seen seen = Chromium.open(page(InventedComparison.gate(.05, .01)), dir.resolve("profile"));
    assertThat(seen.console()).isEmpty();
    assertThat(seen.dom())
        .contains("data-state=\"drawn\"", "id=\"differences\"", "goodput gate &lt;b&gt;")
        .doesNotContain(">NaN", ">undefined", "<b>");
    assertThat(seen.count("class=\"search-interval\"")).isEqualTo(9);
    assertThat(seen.count("class=\"search-target\"")).isEqualTo(9);
  }

  @Test
  void scrollsNoPageSideways() {
    assumeTrue(Chromium.installed(), Chromium.MISSING);
    Path file = page(InventedComparison.stored(.1, 5));
    assertThat(Chromium.open(file, dir.resolve("profile")).dom()).contains("data-state=\"drawn\"");
    String script =
        "const root = window.document.documentElement;"
            + " return `${root.scrollWidth - root.clientWidth} beyond ${root.clientWidth > 300}`;";
    assertThat(Chromium.drive(file, dir.resolve("profile"), 400, script))
        .isEqualTo("0 beyond true");
  }
}
