package dev.goodput.report.ci;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.report.comparison.InventedComparison;
import org.junit.jupiter.api.Test;

/// A comparison as jobs read it.
final class ComparisonCiTest {
  @Test
  void failsOneCaseOfAGateThatDoesNotPass() {
    assertThat(ComparisonJunit.xml(InventedComparison.gate(0, 0)))
        .contains("tests=\"6\" failures=\"0\"", "skipped=\"0\"");
    assertThat(ComparisonJunit.xml(InventedComparison.gate(.05, 0)))
        .contains("tests=\"6\" failures=\"1\"", "skipped=\"4\"", "<failure message=\"regressed: ");
    assertThat(ComparisonJunit.xml(InventedComparison.noisy(.015)))
        .contains("failures=\"1\"", "<failure message=\"inconclusive: ");
    assertThat(ComparisonJunit.xml(InventedComparison.compare(.05)))
        .contains("failures=\"0\"", "skipped=\"0\"");
  }

  @Test
  void writesATableForTheJobsPage() {
    assertThat(ComparisonMarkdown.markdown(InventedComparison.gate(.05, 0)))
        .startsWith("## goodput gate")
        .contains("❌ **regressed**", "| TTFT p50 | 61.0 ms | 64.0 ms | +5.0 % |", "| regressed |")
        .containsSubsequence("| error rate |", "Fresh pairs:", "| TTFT p50 | 61.0 ms");
    assertThat(ComparisonMarkdown.markdown(InventedComparison.gate(0, 0)))
        .doesNotContain("Fresh pairs:");
  }
}
