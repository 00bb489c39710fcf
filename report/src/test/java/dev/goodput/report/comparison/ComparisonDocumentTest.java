package dev.goodput.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class ComparisonDocumentTest {
  @Test
  void takesNoVoidPairForAFreshOne() {
    JsonNode usual = ComparisonDocument.tree(InventedComparison.gate(.05, 0));
    JsonNode late = ComparisonDocument.tree(InventedComparison.lateOnce());
    assertThat(late.get("runs")).hasSize(11);
    assertThat(late.get("fresh")).isEqualTo(usual.get("fresh"));
  }
}
