package dev.goodput.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class BestLevelTest {
  @Test
  void isTheOneWithTheMostOutputOfThoseThatMeetTheSlo() {
    ReportInput in = InventedResult.levels();
    assertThat(in.best().orElseThrow().level()).isEqualTo(1);
    assertThat(in.speaks(in.result().levels().get(1))).isTrue();
    assertThat(in.speaks(in.result().levels().get(2))).isFalse();
  }

  @Test
  void isTheOnlyOneEvenWhereItMisses() {
    assertThat(InventedResult.missing().best().orElseThrow().level()).isZero();
  }

  @Test
  void fallsBackToOnePercentOfFailures() {
    assertThat(InventedResult.good().maxErrorRate()).isEqualTo(0.01);
    assertThat(InventedResult.good().sloAskedFor()).isTrue();
  }
}
