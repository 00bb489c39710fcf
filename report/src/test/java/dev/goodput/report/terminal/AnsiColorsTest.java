package dev.goodput.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Verdict;
import org.junit.jupiter.api.Test;

final class AnsiColorsTest {
  private static final String FIGURES = "4,904 ±280 output tok/s; ".repeat(5).strip();

  /// Else a long judgement leaves a narrow strip for its figures.
  @Test
  void alignsFiguresForAnyRatingLength() {
    for (String title : new String[] {"meets chat", "perhaps saturated at 1,024 users"}) {
      Verdict verdict = new Verdict(Severity.GOOD, title, FIGURES, "More of it.");
      assertThat(new AnsiColors(false).verdict(verdict, 80))
          .hasSizeGreaterThan(2)
          .allMatch(line -> line.length() <= 80)
          .first()
          .asString()
          .startsWith(" ✔ " + title + "  ")
          .contains("4,904");
      assertThat(new AnsiColors(false).verdict(verdict, 80).stream().skip(1))
          .allMatch(line -> line.matches(" {20}\\S.*"));
    }
  }
}
