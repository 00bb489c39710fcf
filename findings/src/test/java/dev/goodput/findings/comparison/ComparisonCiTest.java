package dev.goodput.findings.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.report.ci.JunitXml;
import dev.goodput.report.ci.MarkdownSummary;
import dev.goodput.report.model.Summary;
import org.junit.jupiter.api.Test;

/// A comparison as jobs read it.
final class ComparisonCiTest {
  private static Summary summary(ComparisonInput in) {
    return new ComparisonSummary(in).summary();
  }

  @Test
  void failsTheVerdictOfAGateAndTheMetricsThatRegressed() {
    assertThat(JunitXml.xml(summary(InventedComparison.gate(0, 0))))
        .contains("tests=\"6\" failures=\"0\"", "skipped=\"0\"");
    assertThat(JunitXml.xml(summary(InventedComparison.gate(.05, 0))))
        .contains(
            "tests=\"6\" failures=\"5\"",
            "skipped=\"0\"",
            "name=\"TTFT p50\"><failure message=\"regressed: ",
            "<failure message=\"Gate failed: B regressed: ");
    assertThat(JunitXml.xml(summary(InventedComparison.noisy(.015))))
        .contains("failures=\"1\"", "<failure message=\"Inconclusive: ");
    assertThat(JunitXml.xml(summary(InventedComparison.compare(.05))))
        .contains("failures=\"0\"", "skipped=\"0\"");
  }

  @Test
  void writesATableForTheJobSummary() {
    assertThat(MarkdownSummary.markdown(summary(InventedComparison.gate(.05, 0))))
        .startsWith("## Gate failed: B regressed: TTFT p50 +5.0 %")
        .contains("| TTFT p50 | 61.0 ms | 64.0 ms | +5.0 % |", "| regressed |")
        .containsSubsequence("| error rate |", "New pairs:", "| TTFT p50 | 61.0 ms");
    assertThat(MarkdownSummary.markdown(summary(InventedComparison.gate(0, 0))))
        .doesNotContain("New pairs:");
  }
}
