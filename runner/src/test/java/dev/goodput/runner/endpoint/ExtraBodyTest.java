package dev.goodput.runner.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExtraBodyTest {
  @Test
  void reportsThatSeveralChoicesAreMeasuredTogether() {
    assertThat(ExtraBody.note("{\"n\": 3}").orElseThrow()).startsWith("each request generates 3 ");
  }

  @Test
  void reportsNothingForOneChoice() {
    assertThat(ExtraBody.note("{\"n\": 1, \"top_k\": 5}")).isEmpty();
    assertThat(ExtraBody.note("{\"top_k\": 5}")).isEmpty();
    assertThat(ExtraBody.note("{\"n\": \"3\"}")).isEmpty();
  }
}
