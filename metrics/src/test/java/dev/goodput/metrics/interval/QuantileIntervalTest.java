package dev.goodput.metrics.interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class QuantileIntervalTest {
  /// Returns the numbers 1 to 500 in runs of 100, with given shares in the lower half.
  private static List<RunSample> halves(int... low) {
    List<RunSample> runs = new ArrayList<>();
    int nextLow = 1;
    int nextHigh = 251;
    for (int lowOfRun : low) {
      double[] values = new double[100];
      for (int i = 0; i < values.length; i++) {
        values[i] = i < lowOfRun ? nextLow++ : nextHigh++;
      }
      runs.add(RunSample.of(values, 25));
    }
    return runs;
  }

  @Test
  void reachesAsFarAsTheSharesOfTheRunsDiffer() {
    QuantileInterval median = QuantileInterval.of(halves(40, 45, 50, 55, 60), .5, .95);

    // sd(.40, .45, .50, .55, .60) = .0790569, ÷ √5 = .0353553, × t(4) 2.776445 = .0981621:
    // ranks .4018379 · 500 = 200.9 and .5981621 · 500 = 299.1.
    assertThat(median.value()).isEqualTo(250);
    assertThat(median.low()).isEqualTo(201);
    assertThat(median.high()).isEqualTo(300);
    assertThat(median.holds(201)).isTrue();
    assertThat(median.holds(300.5)).isFalse();
    assertThat(median.runs()).isEqualTo(5);
    assertThat(median.count()).isEqualTo(500);
    assertThat(median.concurrency()).isEqualTo(25);
    assertThat(median.nEffective()).isEqualTo(10);
  }

  @Test
  void isHalfAsWideAsIndependentRequestsWouldMakeItWhereRunsAgreeByChance() {
    QuantileInterval median = QuantileInterval.of(halves(50, 50, 50, 50, 50), .5, .95);

    // √(.25 ÷ 500) ÷ 2 = .0111803, × 2.776445 = .0310416: ranks 234.48 and 265.52.
    assertThat(median.value()).isEqualTo(250);
    assertThat(median.low()).isEqualTo(235);
    assertThat(median.high()).isEqualTo(266);
  }

  @Test
  void tellsNoEffectiveNumberWhereNobodyKnowsHowManyOverlapped() {
    RunSample unknown = RunSample.of(new double[] {1, 2, 3}, Double.NaN);
    QuantileInterval found = QuantileInterval.of(Collections.nCopies(5, unknown), .5, .95);
    assertThat(found.nEffective()).isNull();
    assertThat(found.concurrency()).isNull();
  }

  @Test
  void isOpenWhereTheRunsDoNotReach() {
    QuantileInterval high = QuantileInterval.of(halves(40, 45, 50, 55, 60), .99, .95);
    assertThat(high.value()).isEqualTo(495);
    assertThat(high.high()).isInfinite();
    assertThat(high.low()).isLessThan(495);

    QuantileInterval low = QuantileInterval.of(halves(90, 10, 50, 10, 90), .2, .95);
    assertThat(low.low()).isEqualTo(Double.NEGATIVE_INFINITY);
  }

  @Test
  void saysNothingOfFewRuns() {
    assertThatThrownBy(() -> QuantileInterval.of(halves(50, 50, 50, 100), .5, .95))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("found 4");
  }

  /// Values of one run are dependent: the interval reaches its confidence, while one from order
  /// statistics would not.
  @Test
  @Tag("property")
  void holdsTheTruthThoughTheValuesOfARunShareAFate() {
    Random random = new Random(20261122);
    int held = 0;
    for (int trial = 0; trial < 1000; trial++) {
      List<RunSample> runs = new ArrayList<>();
      for (int k = 0; k < 5; k++) {
        double fate = random.nextGaussian();
        double[] values = new double[100];
        Arrays.setAll(values, i -> fate + random.nextGaussian());
        runs.add(RunSample.of(values, 1));
      }
      held += QuantileInterval.of(runs, .5, .95).holds(0) ? 1 : 0;
    }
    assertThat(held / 1000.).isCloseTo(.95, within(.03));
  }
}
