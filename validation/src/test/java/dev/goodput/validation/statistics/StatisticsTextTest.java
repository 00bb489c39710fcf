package dev.goodput.validation.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class StatisticsTextTest {
  /// Each part has its table on the page. Published values appear only beside the rows of longer
  /// engine steps.
  @Test
  void itsTableIsInTheDocuments() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "reference", "validation.md"));
    for (Finding.Part part : Finding.Part.values()) {
      assertThat(page)
          .contains("| " + StatisticsText.title(part) + " | trials | measured | published | |");
    }
    assertThat(page)
        .contains("| TPOT p50 at 90 % load: five runs, pooled | 200 |")
        .contains("| search: requests that it takes | 50 |")
        .contains("| usual set: steps +5 % called regressed, confirmed | 30 |")
        .containsPattern("tpot_p50: steps \\+3 % called regressed, first stage \\|.*≥ 73 % ±11.5")
        .containsPattern("tpot_p50: steps \\+3 % called regressed, confirmed \\|.*≥ 50 % ±18.3")
        .containsPattern("tpot_p50: steps \\+5 % called regressed, first stage \\|.*≥ 100 % ±3.6")
        .containsPattern("tpot_p50: steps \\+5 % called regressed, confirmed \\|.*≥ 100 % ±5.1")
        .containsPattern("tpot_p50: itself 3 % slower, compared with Student's t: ")
        .contains(
            "**The published detection rates are ambiguous.**",
            "This 0.5 % is our assumption, not a");
  }
}
