package dev.goodput.report.ci;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.report.InventedResult;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MarkdownSummaryTest {
  @Test
  void summarizesRepeatedRunsTogether() {
    String text = MarkdownSummary.markdown(SampleRuns.oneLuckyRun());
    assertThat(text)
        .startsWith("## Misses chat: ")
        .contains("1 of the 5 runs meets it on its own", "| run | requests/s")
        .contains("5 runs together, 95 % intervals between them", "- TTFT p50 ")
        .containsPattern("> In run [1-4], the median of 5 runs by share of good requests:")
        .doesNotContain("best");
  }

  @Test
  void startsWithTheVerdictsAndShowsOneTable() {
    List<String> lines = MarkdownSummary.markdown(InventedResult.good()).lines().toList();
    assertThat(lines.get(0))
        .isEqualTo("## Meets chat: 97.1 % of 240 requests were good, target 95 %");
    assertThat(lines.get(2)).startsWith("simulated h100 / llama-3.1-8b · azure-conv · Poisson 8/s");
    assertThat(lines.get(6)).startsWith("- ✅ **client trusted**");
    assertThat(lines)
        .contains(
            "| TTFT | 66.2 ms | 61.4 ms | 94.1 ms | 118 ms | 201 ms | 283 ms | excellent |",
            "Requests: 240 measured, 2 failed (22 excluded: warm-up, first 2.1 s).  ");
  }

  @Test
  void reportsMissingPartsBeforeGoodVerdicts() {
    ReportInput good = InventedResult.good();
    ReportInput interrupted = good.with(good.manifest().with("run.interrupted", 143), List.of());
    List<String> lines =
        MarkdownSummary.markdown(interrupted.withLosses(List.of("cannot write a.csv: disk full")))
            .lines()
            .toList();
    assertThat(lines.getFirst()).isEqualTo("## Not all was kept: cannot write a.csv: disk full");
    assertThat(lines.get(6)).startsWith("- ⚠️ **interrupted**: a signal came before");
    assertThat(lines.get(7)).startsWith("- ✅ **meets chat**");
  }

  @Test
  void marksTheBestOfSeveralLevels() {
    assertThat(MarkdownSummary.markdown(InventedResult.levels()).lines())
        .anyMatch(line -> line.startsWith("| 16 users |") && line.endsWith("**best** |"))
        .noneMatch(line -> line.startsWith("| 64 users |") && line.contains("best"));
  }

  @Test
  void namesTheLevelOfItsSentences() {
    String levels = MarkdownSummary.markdown(InventedResult.levels());
    assertThat(levels).contains("> At 16 users:  \n> Of the requests that");
    assertThat(MarkdownSummary.markdown(InventedResult.good())).doesNotContain("> At ");
  }

  @Test
  void showsNotApplicableForFiguresThatCannotExist() {
    assertThat(MarkdownSummary.markdown(SampleRuns.notStreamed()))
        .contains("| TTFT | not applicable |");
  }

  @Test
  void escapesNamesAndCommands() {
    String text = MarkdownSummary.markdown(SampleRuns.hostile());
    assertThat(text)
        .doesNotContain("<img")
        .contains("a\\|b\\`c\\`]]>\\*\\_&amp;amp;")
        .contains("\n`````\ngoodput bench --model '</script>' ```` $1 \\0\n`````\n");
  }

  @Test
  void showsTheCostIfAPriceIsKnown() {
    assertThat(MarkdownSummary.markdown(SampleRuns.costly()).lines())
        .anyMatch(line -> line.startsWith("Cost: ") && line.contains(" USD per request"));
    assertThat(MarkdownSummary.markdown(SampleRuns.good())).doesNotContain("Cost: ");
  }
}
