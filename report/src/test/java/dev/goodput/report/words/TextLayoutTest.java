package dev.goodput.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TextLayoutTest {
  @Test
  void breaksAtBlanksAndNeverBetweenAFigureAndItsUnit() {
    assertThat(TextLayout.lines("a bound of 200 ms, not more", 14))
        .containsExactly("a bound of", "200 ms, not", "more");
  }

  @Test
  void keepsAComparisonTogether() {
    assertThat(TextLayout.lines("p95 ttft ≤ 200 ms", 12)).containsExactly("p95", "ttft ≤ 200 ms");
  }

  @Test
  void keepsACountWithWhatItCounts() {
    String kinds = "12 http_error (4 × 404, 4 × 429, 4 × 500)";
    for (int width = 10; width < kinds.length(); width++) {
      assertThat(TextLayout.lines(kinds, width)).noneMatch(line -> line.endsWith("×"));
    }
    assertThat(TextLayout.lines("came at 21.3 × reading speed", 14))
        .containsExactly("came at 21.3 ×", "reading speed");
  }

  @Test
  void givesTheFirstLineAWidthOfItsOwn() {
    assertThat(TextLayout.lines("one two three four", 7, 10))
        .containsExactly("one two", "three four");
    assertThat(TextLayout.lines("thirteen two", 5, 12)).containsExactly("", "thirteen two");
    assertThat(TextLayout.lines("thirteen", 5)).containsExactly("thirteen");
  }
}
