package dev.goodput.validation.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.RunFigures;
import dev.goodput.metrics.comparison.RunPair;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// On runs whose truth and noise are known.
@Tag("property")
class StoredRowsTest {
  private static final ComparedMetric TPOT = ComparedMetric.TPOT_P50;

  private final Random random = new Random(20261123);

  private List<RunPair> pairs(double slower) {
    List<RunPair> pairs = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      pairs.add(new RunPair(run(0), run(slower)));
    }
    return pairs;
  }

  private RunFigures run(double slower) {
    return new RunFigures(Map.of(TPOT, 10 * Math.exp(slower + .02 * random.nextGaussian())));
  }

  @Test
  void keepsItsLevelForEqualSessionsOnly() {
    List<Finding> found = new StoredRows(TPOT).same(pairs(0));
    double[] shares = found.stream().mapToDouble(Finding::measured).toArray();
    assertThat(shares[0]).isCloseTo(.05, within(.015));
    // By the distribution: .1, 1.5 and 9.7 %, where runs of a session differ by 2 %.
    assertThat(shares[1]).isCloseTo(.001, within(.003));
    assertThat(shares[2]).isCloseTo(.015, within(.01));
    assertThat(shares[3]).isCloseTo(.097, within(.025));
    assertThat(shares[4]).isBetween(.02, shares[3]);
    // Thirteen runs of 2,000 make a trial.
    assertThat(found).extracting(Finding::trials).containsOnly(153);
    assertThat(found.getFirst().reference()).isNotNull();
    assertThat(found.getLast().reference()).isNull();
  }

  @Test
  void detectsMuchSlowerServers() {
    StoredRows rows = new StoredRows(TPOT);
    assertThat(rows.slower(pairs(0), pairs(.15)).measured()).isGreaterThan(.99);
    assertThat(rows.slower(pairs(0), pairs(0)).measured()).isLessThan(.01);
  }
}
