package dev.goodput.validation.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// On runs whose truth is 0 by construction.
@Tag("property")
class LoadPointTest {
  private static LoadPoint runs(int count, double sharedFate) {
    Random random = new Random(20261122);
    List<double[]> runs = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      double fate = sharedFate * random.nextGaussian();
      double[] values = new double[400];
      Arrays.setAll(values, i -> fate + random.nextGaussian());
      runs.add(values);
    }
    return new LoadPoint(Quantity.TPOT_P50, 0, runs, 30);
  }

  @Test
  void bothIntervalsCoverTheTruthForIndependentRequests() {
    LoadPoint independent = runs(2_500, 0);
    assertThat(independent.pooledCovers(5)).isCloseTo(.95, within(.03));
    assertThat(independent.orderedCovers()).isCloseTo(.95, within(.02));
    assertThat(independent.designEffect()).isCloseTo(1, within(.1));
  }

  @Test
  void onlyTheIntervalBetweenRunsCoversItForDependentRequests() {
    LoadPoint shared = runs(2_500, .5);
    assertThat(shared.pooledCovers(5)).isCloseTo(.95, within(.03));
    assertThat(shared.orderedCovers()).isLessThan(.3);
    // 400 requests · var(Φ(fate)) ÷ .25, where fate has deviation .5: about 50.
    assertThat(shared.designEffect()).isBetween(35., 65.);
  }
}
