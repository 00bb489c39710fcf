package dev.goodput.metrics.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.stream.LatencyMetric;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TrafficHistogramTest {
  private static final TrafficPlan PLAN =
      TrafficPlan.DEFAULTS
          .withSlo("chat", Slo.parse("p95 ttft<=230ms, tpot<=80ms"))
          .withSlo("batch", Slo.parse("itl<=3ms"));

  private static HistogramTally tally(LatencyMetric metric) {
    return new BucketBoundaries(PLAN).histogram(metric);
  }

  private static List<Double> edges(LatencyMetric metric) {
    TrafficHistogram histogram = tally(metric).build();
    List<Double> edges = new ArrayList<>();
    for (int i = 0; i <= histogram.edges(); i++) {
      edges.add(histogram.edge(i));
    }
    return edges;
  }

  @Test
  void edgesAreOneTwoFiveAndEveryThreshold() {
    assertThat(edges(LatencyMetric.TTFT))
        .contains(.001, .002, .005, .01, .02, .05, .1, .2, .23, .5, 1.0)
        .isSorted()
        .endsWith(500.0, 1000.0, Double.POSITIVE_INFINITY);
    assertThat(edges(LatencyMetric.ITL)).contains(.001, .002, .003, .005);
    assertThat(edges(LatencyMetric.TPOT)).contains(.08);
    for (LatencyMetric ours : List.of(LatencyMetric.FORWARD_DELAY, LatencyMetric.GATEWAY_WAIT)) {
      assertThat(edges(ours)).startsWith(1e-6, 2e-6, 5e-6, 1e-5).contains(1e-4, 2e-4, 1.0);
    }
    assertThat(edges(LatencyMetric.OUTPUT_TOKENS)).contains(1.0, 2.0, 5.0, 10.0).isSorted();
  }

  @Test
  void aValueOnAnEdgeIsBelowIt() {
    HistogramTally tally = tally(LatencyMetric.TTFT);
    tally.add(230_000_000, 1, 7, 99);
    tally.add(230_000_001, 2, 8, 100);
    TrafficHistogram histogram = tally.build();
    int edge = edges(LatencyMetric.TTFT).indexOf(.23);

    assertThat(histogram.countUpTo(edge)).isEqualTo(1);
    assertThat(histogram.bucketCount(edge + 1)).isEqualTo(2);
    assertThat(histogram.exemplar(edge)).isEqualTo(new Exemplar(7, .23, 99));
    assertThat(Objects.requireNonNull(histogram.exemplar(edge + 1)).requestId()).isEqualTo(8);
    assertThat(histogram.count()).isEqualTo(3);
    assertThat(histogram.sum()).isCloseTo(.690000002, within(1e-12));
  }

  @Test
  @Tag("property")
  void anExponentialBucketHoldsWhatItsBoundsSay() {
    Random random = new Random(5);
    for (int i = 0; i < 20_000; i++) {
      double value = Math.exp(random.nextDouble() * 40 - 20);
      int index = HistogramTally.index(value);

      assertThat(value)
          .as("seed 5, bucket %d", index)
          .isGreaterThan(Math.pow(2, (index - 1) / 16.0) * (1 - 1e-12))
          .isLessThanOrEqualTo(Math.pow(2, index / 16.0) * (1 + 1e-12));
    }
  }

  @Test
  void powersOfTwoLieInTheBucketThatTheyBound() {
    assertThat(HistogramTally.index(1)).isZero();
    assertThat(HistogramTally.index(2)).isEqualTo(16);
    assertThat(HistogramTally.index(.25)).isEqualTo(-32);
    assertThat(HistogramTally.index(Math.nextUp(1.0))).isEqualTo(1);
  }

  @Test
  @Tag("property")
  void partsAddUpToTheWhole() {
    Random random = new Random(9);
    HistogramTally whole = tally(LatencyMetric.E2EL);
    HistogramTally one = tally(LatencyMetric.E2EL);
    HistogramTally other = tally(LatencyMetric.E2EL);
    for (int i = 0; i < 3000; i++) {
      long value = i % 50 == 0 ? 0 : Math.round(Math.exp(random.nextDouble() * 28));
      whole.add(value, 1, i, i);
      (random.nextBoolean() ? one : other).add(value, 1, i, i);
    }
    one.addAll(other);
    TrafficHistogram merged = one.build();
    TrafficHistogram all = whole.build();

    assertThat(merged.count()).isEqualTo(all.count()).isEqualTo(3000);
    assertThat(merged.zeros()).isEqualTo(60);
    long exponential = merged.zeros();
    for (int i = all.firstIndex(); i < all.firstIndex() + all.exponentialLength(); i++) {
      assertThat(merged.exponentialCount(i)).as("seed 9").isEqualTo(all.exponentialCount(i));
      exponential += merged.exponentialCount(i);
    }
    assertThat(exponential).isEqualTo(3000);
    for (int i = 0; i <= all.edges(); i++) {
      assertThat(merged.bucketCount(i)).isEqualTo(all.bucketCount(i));
      assertThat(merged.exemplar(i)).isEqualTo(all.exemplar(i));
    }
    assertThat(merged.countUpTo(merged.edges())).isEqualTo(3000);
  }
}
