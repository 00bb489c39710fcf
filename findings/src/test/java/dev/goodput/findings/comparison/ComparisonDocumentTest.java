package dev.goodput.findings.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class ComparisonDocumentTest {
  @Test
  void showsOnePairWithoutATest() {
    JsonNode one =
        ComparisonDocument.tree(InventedComparison.pairsOf(1, .05)).at("/first/metrics/0");
    assertThat(one.has("slowdown")).isTrue();
    assertThat(one.has("low")).isFalse();
    assertThat(one.has("p_different")).isFalse();
    assertThat(one.has("p_more_than_allowed")).isFalse();
  }

  @Test
  void namesASideOnlyWhereItDecides() {
    JsonNode late = ComparisonDocument.tree(InventedComparison.lateAlways());
    assertThat(late.get("conclusion").asString()).isEqualTo("client_bound");
    assertThat(late.has("side")).isFalse();
    assertThat(late.get("verdict").asString()).isEqualTo("inconclusive");
  }

  @Test
  void doesNotCountAVoidPairAsNew() {
    JsonNode usual = ComparisonDocument.tree(InventedComparison.gate(.05, 0));
    JsonNode late = ComparisonDocument.tree(InventedComparison.lateOnce());
    assertThat(late.get("runs")).hasSize(11);
    assertThat(late.get("fresh")).isEqualTo(usual.get("fresh"));
  }
}
