package dev.goodput.findings.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.report.terminal.SummaryText;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class SummaryTextTest {
  private static final List<ComparisonInput> ALL =
      List.of(
          InventedComparison.gate(0, 0),
          InventedComparison.gate(.05, .4),
          InventedComparison.noisy(.015),
          InventedComparison.compare(.05),
          InventedComparison.stored(.1, 5),
          InventedComparison.stored(0, 0));

  private static String render(
      ComparisonInput in, int columns, boolean colour, Optional<Path> page) {
    return SummaryText.render(new ComparisonSummary(in).summary(), columns, colour, page);
  }

  @Test
  void fitsTheTerminal() {
    for (ComparisonInput in : ALL) {
      for (int columns : List.of(80, 160)) {
        assertThat(render(in, columns, false, Optional.of(Path.of("runs/g/report.html"))))
            .isNotBlank()
            .satisfies(text ->
                assertThat(text.lines()).allMatch(line -> line.length() <= columns, "fits"));
      }
    }
  }

  @Test
  void keepsWideFiguresApart() {
    String text = render(InventedComparison.noisy(8_000), 160, false, Optional.empty());
    Pattern apart = Pattern.compile("s \\+[\\d,.]+ % [+−][\\d,.]+ to ");
    assertThat(text.lines().filter(line -> line.startsWith(" TTFT p50")))
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).containsPattern(apart));
  }

  @Test
  void showsEachMetricWithItsIntervalAndItsVerdict() {
    assertThat(render(InventedComparison.gate(.05, 0), 100, false, Optional.empty()))
        .startsWith("Gate failed: B regressed: TTFT p50 +5.0 %")
        .contains("worse by", "95 % interval", "+5.0 %", "✘ slower", "5 new pairs")
        .contains("note", "next")
        .doesNotContain("\u001b");
    assertThat(render(InventedComparison.stored(.1, 5), 100, false, Optional.empty()))
        .contains("7 and 5 runs", "baseline main, 7 stored runs");
  }
}
