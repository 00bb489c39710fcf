package dev.goodput.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ColumnsTest {
  @Test
  void breaksAtBlanksAndNeverBetweenAFigureAndItsUnit() {
    assertThat(Columns.wrap("a bound of 200 ms, not more", 14))
        .containsExactly("a bound of", "200 ms, not", "more");
  }

  @Test
  void keepsAComparisonTogether() {
    assertThat(Columns.wrap("p95 ttft ≤ 200 ms", 12)).containsExactly("p95", "ttft ≤ 200 ms");
  }

  @Test
  void packsPartsAndKeepsEachWhole() {
    assertThat(Columns.pack(List.of("output 12 tok/s", "input 3 tok/s", "9 in flight"), 32))
        .containsExactly("output 12 tok/s · input 3 tok/s", "9 in flight");
  }

  @Test
  void showsThatATextWasCut() {
    assertThat(Columns.cut("azure-conv", 6)).isEqualTo("azure…");
    assertThat(Columns.cut("azure", 6)).isEqualTo("azure");
    assertThat(Columns.cut("azure", 0)).isEmpty();
  }

  @Test
  void keepsACountWithWhatItCounts() {
    String kinds = "12 http_error (4 × 404, 4 × 429, 4 × 500)";
    for (int width = 10; width < kinds.length(); width++) {
      assertThat(Columns.wrap(kinds, width)).noneMatch(line -> line.endsWith("×"));
    }
    assertThat(Columns.wrap("came at 21.3 × reading speed", 14))
        .containsExactly("came at 21.3 ×", "reading speed");
  }
}
