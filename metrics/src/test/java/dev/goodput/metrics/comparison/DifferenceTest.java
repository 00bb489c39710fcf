package dev.goodput.metrics.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class DifferenceTest {
  private static final ComparedMetric TTFT = ComparedMetric.TTFT_P50;

  private static RunFigures run(ComparedMetric metric, double value) {
    return new RunFigures(Map.of(metric, value));
  }

  /// Pairs of which A's is 100, and B's so many times it, by logarithm.
  static List<RunPair> pairs(double... logSlowdowns) {
    return DoubleStream.of(logSlowdowns)
        .mapToObj(d -> new RunPair(run(TTFT, 100), run(TTFT, 100 * Math.exp(d))))
        .toList();
  }

  @Test
  void isStudentsIntervalOfTheLogarithms() {
    Difference found = Difference.paired(TTFT, pairs(.01, .02, .03, .04, .05));

    // mean .03, sd .0158114, se .0070711; t(4): 2.776445 two-sided, 2.131847 one-sided.
    assertThat(found.slowdown()).isCloseTo(Math.expm1(.03), within(1e-12));
    assertThat(found.standardError()).isCloseTo(.0070711, within(1e-7));
    assertThat(Math.log1p(found.low(.95))).isCloseTo(.0103676, within(1e-6));
    assertThat(Math.log1p(found.high(.95))).isCloseTo(.0496324, within(1e-6));
    assertThat(Math.log1p(found.atLeast(.95))).isCloseTo(.0149256, within(1e-6));
    assertThat(Math.log1p(found.atMost(.95))).isCloseTo(.0450744, within(1e-6));
    // t = .03 ÷ .0070711 = 4.2426, 4 degrees: p = .0066.
    assertThat(found.pAbove(0)).isCloseTo(.0066, within(1e-4));
    assertThat(found.pAbove(found.atLeast(.95))).isCloseTo(.05, within(1e-9));
  }

  @Test
  void triesEverySign() {
    assertThat(Difference.paired(TTFT, pairs(.01, .02, .03, .04, .05)).signFlips())
        .hasValue(2. / 32);
    // As far from 0 as .02: all but those whose signs leave a sum of 0.
    assertThat(Difference.paired(TTFT, pairs(.01, .01, .01, -.01)).signFlips()).hasValue(10. / 16);
    assertThat(Difference.paired(TTFT, pairs(new double[21])).signFlips()).isEmpty();
  }

  @Test
  void isASlowdownWhateverTheMetric() {
    List<RunPair> lessThroughput =
        List.of(
            new RunPair(
                run(ComparedMetric.OUTPUT_TPS, 1050), run(ComparedMetric.OUTPUT_TPS, 1000)));
    Difference found = Difference.paired(ComparedMetric.OUTPUT_TPS, lessThroughput);
    assertThat(found.slowdown()).isCloseTo(.05, within(1e-12));
    assertThat(found.known()).isFalse();
    assertThat(found.atLeast(.95)).isEqualTo(-1);
    assertThat(found.atMost(.95)).isInfinite();
    assertThat(found.pAbove(0)).isEqualTo(1);
  }

  @Test
  void leavesOutPairsWithoutTheFigureAndCountsThem() {
    RunFigures none = new RunFigures(Map.of());
    List<RunPair> pairs =
        List.of(
            new RunPair(run(TTFT, 100), run(TTFT, 110)),
            new RunPair(run(TTFT, 100), none),
            new RunPair(none, none),
            new RunPair(run(TTFT, 100), run(TTFT, 0)));
    Difference found = Difference.paired(TTFT, pairs);
    assertThat(found.runs()).isEqualTo(1);
    assertThat(found.without()).isEqualTo(3);
  }

  @Test
  void isSureWhereEveryPairSaysTheSame() {
    Difference same = Difference.paired(TTFT, pairs(0, 0, 0, 0, 0));
    assertThat(same.pAbove(.02)).isEqualTo(1);
    assertThat(same.atMost(.95)).isZero();
    assertThat(Difference.paired(TTFT, pairs(.1, .1, .1, .1, .1)).pAbove(.02)).isZero();
  }

  private static List<RunFigures> runs(double... logs) {
    return DoubleStream.of(logs).mapToObj(log -> run(TTFT, Math.exp(log))).toList();
  }

  @Test
  void holdsRunsAgainstStoredOnesByWelchsTest() {
    Difference found =
        Difference.unpaired(TTFT, runs(1.1, 1.2, 1.3, 1.4, 1.5), runs(1.6, 1.7, 1.8));

    // variances .025 ÷ 5 and .01 ÷ 3; degrees (.005 + .003333)² ÷ (.005² ÷ 4 + .003333² ÷ 2)
    assertThat(found.mean()).isCloseTo(.4, within(1e-12));
    assertThat(found.standardError()).isCloseTo(Math.sqrt(.005 + .01 / 3), within(1e-12));
    assertThat(found.degrees()).isCloseTo(5.8824, within(1e-4));
    assertThat(found.paired()).isFalse();
    assertThat(found.signFlips()).isEmpty();
  }

  @Test
  void takesASingleRunToVaryAsTheStoredOnesDo() {
    Difference found = Difference.unpaired(TTFT, runs(1.1, 1.2, 1.3, 1.4, 1.5), runs(1.6));
    assertThat(found.standardError()).isCloseTo(Math.sqrt(.025 * 1.2), within(1e-12));
    assertThat(found.degrees()).isEqualTo(4);
  }

  @Test
  void takesFiveStoredRuns() {
    assertThatThrownBy(() -> Difference.unpaired(TTFT, runs(1, 2, 3, 4), runs(1, 2, 3, 4, 5)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("found 4 and 5");
  }

  @Test
  void tellsHowManyRunsSettleIt() {
    // sd .0158114, mean 0: the fewest n with (t₁ + t₂)·s ÷ √n ≤ ln 1.02 = .0198026, by hand:
    // n = 5: (2.1318 + .9410)·.0070711 = .0217; n = 6: (2.0150 + .9195)·.0064550 = .0189.
    Difference found = Difference.paired(TTFT, pairs(-.02, -.01, 0, .01, .02));
    assertThat(found.runsToSettle(.02, .95)).isEqualTo(6);
    assertThat(Difference.paired(TTFT, pairs(.01, .01, .03, .03)).runsToSettle(.0202, .95))
        .isZero();
    // The slowdown that five such pairs catch: ln 1.02 + .0217284.
    assertThat(Math.log1p(found.detectable(.02, .95, 5))).isCloseTo(.0415310, within(1e-5));
  }
}
