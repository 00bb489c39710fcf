package dev.goodput.operate.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.operate.slo.SloFile;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PromiseTextTest {
  private static String table(int columns) {
    PromiseText text = new PromiseText(columns);
    text.line("one two three");
    text.table(
        "  alert  window  fires after", "  %-5s %7s  %s", List.of(List.of("page", "1h", "2 min")));
    return text.toString();
  }

  @Test
  void hasALineForEachRowWhereTheyFit() {
    assertThat(table(28).lines())
        .containsExactly("one two three", "  alert  window  fires after", "  page       1h  2 min");
  }

  @Test
  void splitsATableThatDoesNotFit() {
    assertThat(table(27).lines())
        .containsExactly(
            "one two three",
            "  alert  window",
            "  page       1h",
            "",
            "  alert  fires after",
            "  page   2 min");
  }

  @Test
  void hasALineForEachValueWhereTwoColumnsDoNotFit() {
    assertThat(table(19).lines())
        .containsExactly(
            "one two three", "", "  alert        page", "  window       1h", "fires after  2 min");
    assertThat(table(9).lines()).startsWith("one two", "  three");
    assertThat(table(4).lines()).startsWith("one", "  two", "  three");
  }

  @Test
  void losesNothingAtTheWidthOfATerminal() {
    SloFile file = SloFile.read(Path.of("../deploy/monitoring/slo.yaml"));
    String narrow = PrometheusRules.table(file, 80);
    assertThat(narrow.lines()).allMatch(line -> line.length() <= 80);
    assertThat(List.of(narrow.split("\\s+")))
        .containsAll(List.of(PrometheusRules.table(file).split("\\s+")));
  }
}
