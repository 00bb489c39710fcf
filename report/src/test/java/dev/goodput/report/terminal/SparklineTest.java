package dev.goodput.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.chart.LevelChartData.LogHistogram;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SparklineTest {
  @Test
  void risesFromTheSmallestToTheLargest() {
    assertThat(Sparkline.of(List.of(1.0, 4.5, 8.0))).isEqualTo("▁▅█");
  }

  @Test
  void drawsABlankForMissingValues() {
    assertThat(Sparkline.of(Arrays.asList(1.0, null, 2.0))).isEqualTo("▁ █");
  }

  @Test
  void drawsAnUnchangedColumnFlat() {
    assertThat(Sparkline.of(List.of(3.0, 3.0))).isEqualTo("▁▁");
  }

  @Test
  void showsEveryBinOfAHistogramThatHoldsAValue() {
    LogHistogram histogram =
        new LogHistogram(List.of(1.0, 2.0, 4.0, 8.0, 16.0), List.of(1L, 0L, 1000L, 500L));
    assertThat(Sparkline.of(histogram, 10)).isEqualTo("▁ █▅");
    assertThat(Sparkline.of(histogram, 2)).isEqualTo("▁█");
  }
}
