package dev.goodput.benchmark.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

final class StreamCostTest {
  @Test
  void leansToNeitherSideOfAnEvenNumberOfPairs() {
    assertThat(StreamCost.median(List.of(1.0, 1.1, 1.2, 1.9))).isCloseTo(1.15, within(1e-9));
    assertThat(StreamCost.median(List.of(1.0, 1.1, 1.9))).isCloseTo(1.1, within(1e-9));
    assertThat(StreamCost.median(List.of(1.3))).isCloseTo(1.3, within(1e-9));
  }
}
