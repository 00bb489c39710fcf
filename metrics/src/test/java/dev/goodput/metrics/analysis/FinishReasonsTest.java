package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Outcome;
import org.junit.jupiter.api.Test;

final class FinishReasonsTest {
  private final FinishReasons reasons = new FinishReasons();

  @Test
  void namesWordsThatNoApiDocuments() {
    reasons.add(new Outcome.Ok("stop"));
    reasons.add(new Outcome.Ok(""));
    reasons.add(new Outcome.Empty());
    assertThat(reasons.sentence()).isEmpty();
    reasons.add(new Outcome.Ok("model_decided"));
    reasons.add(new Outcome.Ok("model_decided"));
    assertThat(reasons.sentence())
        .hasValue(
            "responses counted as successful ended with a finish reason that no API documents:"
                + " \"model_decided\" (2)");
  }

  @Test
  void namesNoMoreThanAFew() {
    for (int i = 0; i < 9; i++) {
      reasons.add(new Outcome.Ok("word " + i));
    }
    assertThat(reasons.sentence().orElse("")).endsWith("\"word 4\" (1), other words (4)");
  }
}
