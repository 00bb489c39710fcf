package dev.goodput.workload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SkipCounterTest {
  private final SkipCounter counter = new SkipCounter(4096);

  @Test
  void countsEveryTurnOfASkippedSession() {
    assertThat(counter.accepts(4000, 96, "row 1", 5)).isTrue();
    assertThat(counter.accepts(4000, 97, "row 2", 3)).isFalse();
    assertThat(counter.accepts(5000, 1, "row 3", 2)).isFalse();

    assertThat(counter.skipped())
        .isEqualTo(
            new SkippedRequests(
                5,
                "prompt and answer do not fit the model's 4,096 tokens",
                "row 2: 4,000 + 97 tokens"));
  }

  @Test
  void keepsNoExampleIfAllFit() {
    assertThat(counter.accepts(10, 10, "row 1", 1)).isTrue();
    assertThat(counter.skipped()).isEqualTo(SkippedRequests.NONE);
  }
}
