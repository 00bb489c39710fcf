package dev.goodput.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.report.model.Fact;
import org.junit.jupiter.api.Test;

final class DefinitionsTest {
  @Test
  void stateThatAZeroUsageIsIgnored() {
    assertThat(Definitions.all())
        .filteredOn(fact -> fact.toString().contains("A usage of 0"))
        .extracting(Fact::name)
        .containsExactly("output tokens", "input tokens");
  }
}
