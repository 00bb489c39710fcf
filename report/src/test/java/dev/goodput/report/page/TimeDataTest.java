package dev.goodput.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.chart.LevelChartData;
import dev.goodput.metrics.chart.LevelChartData.LogHistogram;
import dev.goodput.metrics.chart.LevelChartData.Slice;
import dev.goodput.report.InventedResult;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class TimeDataTest {
  private static final LogHistogram NOTHING = new LogHistogram(List.of(), List.of());

  /// Slices of 100 ms, in each of which one request ends, of which five make a point.
  private static JsonNode rates(int slices) {
    Slice slice = new Slice(1, 1, 1, 0, 7, 1, 1, 1);
    LevelChartData charts =
        new LevelChartData(
            0,
            0,
            100_000_000,
            Collections.nCopies(slices, slice),
            1,
            List.of(),
            NOTHING,
            NOTHING,
            NOTHING,
            NOTHING,
            List.of(),
            List.of());
    return TimeData.of(charts, InventedResult.good().result().levels().getFirst(), true)
        .node()
        .get("ok_rps");
  }

  @Test
  void aPartialLastIntervalHasItsOwnRate() {
    assertThat(rates(13).valueStream().map(JsonNode::asDouble)).containsExactly(10.0, 10.0, 10.0);
  }

  @Test
  void aVeryShortIntervalHasNoRate() {
    assertThat(rates(12).size()).isEqualTo(3);
    assertThat(rates(12).get(1).asDouble()).isEqualTo(10);
    assertThat(rates(12).get(2).isNull()).isTrue();
    assertThat(rates(2).get(0).asDouble()).isEqualTo(10);
  }
}
